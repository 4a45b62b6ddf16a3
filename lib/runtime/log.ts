/**
 * Structured logs. The fields are an allow-list, so personal data, keys, secrets and document URLs can't reach a log by
 * accident.
 */
import 'server-only'
import pino from 'pino'
import { z } from 'zod'

const FIELDS = [
  /** Our own id of an inquiry. The service's serviceInquiryId is a bearer token and is never logged. */
  'inquiry',
  'eventId',
  'deliveryId',
  'correlationId',
  'kind',
  'outcome',
  'reason',
  /** Who did something (a user's id, `system` or `nobody`), and the user it was done to. */
  'actor',
  'subject',
  /** The name of an error. Its message could contain anything. */
  'error',
  'status',
  'count',
  'retryAfterMs',
  /** How long ago a time from the service was. */
  'lateMs',
  /** Since when the service's version is deprecated, and when it ends: `2026-06-30` (N35). */
  'deprecatedAt',
  'endsAt',
  /** An origin that was refused, and the ones that would have been accepted. */
  'origin',
  'expected',
  /** What a check got: a time, a name of a standard, or a hash. */
  'got',
  /** A place in the code. */
  'at',
] as const
export type LogFields = Partial<Record<(typeof FIELDS)[number], string | number | null | undefined>>

/** Lines are buffered up to this time and size, and flushed at exit; a kill may lose the last of them. */
const FLUSH_MS = 100
const FLUSH_BYTES = 4_096

const writer = pino(
  { base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ sync: false, minLength: FLUSH_BYTES, periodicFlush: FLUSH_MS }),
)

/** The type catches a mistake at build time, this filter at run time. */
const onlyAllowed = (fields: LogFields) =>
  Object.fromEntries(FIELDS.filter((name) => name in fields).map((name) => [name, fields[name]]))

export const log = {
  info: (event: string, fields: LogFields = {}) => writer.info(onlyAllowed(fields), event),
  warn: (event: string, fields: LogFields = {}) => writer.warn(onlyAllowed(fields), event),
  error: (event: string, fields: LogFields = {}) => writer.error(onlyAllowed(fields), event),
}

/** pg names every error from the server `error`, and Node and pg name lost connections `Error`. The code tells them apart. */
const NAMES_THAT_NEED_A_CODE = ['error', 'Error', 'PrismaClientKnownRequestError']
/** A SQLSTATE such as `42P05`, or a system error such as `ECONNREFUSED`. */
const CODE = /^[A-Z0-9_]{5,40}$/

const CLASS_NAME = /^\w{0,60}(Error|Exception)$/

/** Where Prisma keeps what the database or the network said. */
const driverErrorSchema = z.object({
  meta: z.object({
    driverAdapterError: z.object({
      cause: z.object({
        originalCode: z.string().regex(CODE).optional(),
        /** One of Prisma's own names, such as `DatabaseNotReachable`, which has no code. */
        kind: z.string().regex(/^[A-Za-z]{1,60}$/),
      }),
    }),
  }),
})

/**
 * The error's name, and the code of a database or system error: the only parts of it that may be logged.
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const driver = driverErrorSchema.safeParse(error)
  if (driver.success) {
    const { originalCode, kind } = driver.data.meta.driverAdapterError.cause
    return `DatabaseError ${originalCode ?? kind}`
  }
  // Somebody may have copied a response into the error, and a name could then be a person's.
  const name =
    error.name === 'error' ? 'DatabaseError' : CLASS_NAME.test(error.name) ? error.name : 'Error'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const needsCode = NAMES_THAT_NEED_A_CODE.includes(error.name) && CODE.test(code)
  return needsCode ? `${name} ${code}` : name
}

/** The first line of a stack that is a place in the code. The message before it may have several lines. */
const FRAME = /^\s+at .{1,200}$/m

/**
 * Makes `console.error` and `console.warn` log like `log`. Next uses them to print the errors of handlers and actions
 * unchanged, and a message can quote the request: a password, or a line that looks like one of ours.
 */
export function logOnlyNames(target: Pick<Console, 'error' | 'warn'>): void {
  const nameAndPlace = (parts: unknown[]): LogFields => {
    const error = parts.find((part) => part instanceof Error)
    const stack = error?.stack ?? ''
    // Everything after the message, which follows the error's name.
    const frames = error ? stack.slice(stack.indexOf(error.message) + error.message.length) : ''
    return { error: error ? errorName(error) : 'unknown', at: frames.match(FRAME)?.[0].trim() }
  }
  target.error = (...parts: unknown[]) => log.error('uncaught', nameAndPlace(parts))
  target.warn = (...parts: unknown[]) => log.warn('warning', nameAndPlace(parts))
}
