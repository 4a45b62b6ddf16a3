/**
 * Structured logs. The fields are an allow-list, so personal data, keys, secrets and document URLs can't reach a log by
 * accident.
 */
import 'server-only'
import pino from 'pino'

interface LogFields {
  /** Our own id of an inquiry. The service's inquiryId is a bearer token and is never logged. */
  inquiry?: string
  eventId?: string
  deliveryId?: string | null
  correlationId?: string | null
  kind?: string
  outcome?: string
  reason?: string
  /** The name of an error. Its message could contain anything. */
  error?: string
  status?: number | string | null
  count?: number
  /** The newest entry of the audit trail's chain, and its hash. */
  head?: string
  durationMs?: number
  retryAfterMs?: number
}

/** Lines are buffered up to this time and size, and flushed at exit; a kill may lose the last of them. */
const FLUSH_MS = 100
const FLUSH_BYTES = 4_096

const writer = pino(
  { base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ sync: false, minLength: FLUSH_BYTES, periodicFlush: FLUSH_MS }),
)

const ALLOWED = {
  inquiry: true,
  eventId: true,
  deliveryId: true,
  correlationId: true,
  kind: true,
  outcome: true,
  reason: true,
  error: true,
  status: true,
  count: true,
  head: true,
  durationMs: true,
  retryAfterMs: true,
} satisfies Record<keyof LogFields, true>

/** The type catches a mistake at build time, this filter at run time. */
const onlyAllowed = (fields: LogFields) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(ALLOWED, name)))

export const log = {
  info: (event: string, fields: LogFields = {}) => writer.info(onlyAllowed(fields), event),
  warn: (event: string, fields: LogFields = {}) => writer.warn(onlyAllowed(fields), event),
  error: (event: string, fields: LogFields = {}) => writer.error(onlyAllowed(fields), event),
}

/** As much as a column for it holds. */
const MAX_NAME_LENGTH = 120

/** The error's name, the only part of it that may be logged. Our own classes set a literal one, as builds are minified. */
export const errorName = (error: unknown): string =>
  error instanceof Error ? error.name.slice(0, MAX_NAME_LENGTH) : typeof error
