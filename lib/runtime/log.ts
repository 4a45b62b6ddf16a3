/** Structured logs. An allow-list of fields keeps personal data, keys, secrets and document URLs out of them. */
import 'server-only'
import pino from 'pino'
import { z } from 'zod'

const FIELDS = [
  /** Our id of an inquiry. The service's id starts the hosted flow like a bearer token, so it is never logged. */
  'inquiry',
  'eventId',
  'deliveryId',
  'correlationId',
  'kind',
  'outcome',
  'reason',
  /** Who did something (a user's id, `system` or `nobody`), and to which user. */
  'actor',
  'subject',
  /** The name of an error, not its message, which could contain anything. */
  'error',
  'status',
  'count',
  'retryAfterMs',
  /** How far in the past a time from the service was. */
  'lateMs',
  /** Since when the service's version is deprecated, and when it ends: `2026-06-30` (N35). */
  'deprecatedAt',
  'endsAt',
  /** A refused origin, and the accepted ones. */
  'origin',
  'expected',
  /** The value that a check received: a time, a standard's name, or a hash. */
  'got',
  /** A place in the code. */
  'at',
] as const
export type LogFields = Partial<Record<(typeof FIELDS)[number], string | number | null | undefined>>

/** Lines are buffered up to this time and size, and flushed at exit. SIGKILL may lose the last lines. */
const FLUSH_MS = 100
const FLUSH_BYTES = 4_096

const writer = pino(
  { base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ sync: false, minLength: FLUSH_BYTES, periodicFlush: FLUSH_MS }),
)

/** The type rejects other fields at build time; this filter removes them at run time. */
const onlyAllowed = (fields: LogFields) =>
  Object.fromEntries(FIELDS.filter((name) => name in fields).map((name) => [name, fields[name]]))

export const log = {
  info: (event: string, fields: LogFields = {}) => writer.info(onlyAllowed(fields), event),
  warn: (event: string, fields: LogFields = {}) => writer.warn(onlyAllowed(fields), event),
  error: (event: string, fields: LogFields = {}) => writer.error(onlyAllowed(fields), event),
}

/** These names say nothing: pg names every server error `error`, and lost connections are an `Error`. The code tells them apart. */
const NAMES_THAT_NEED_A_CODE = ['error', 'Error', 'PrismaClientKnownRequestError']
/** A SQLSTATE such as `42P05`, or a system error such as `ECONNREFUSED`. */
const CODE = /^[A-Z0-9_]{5,40}$/

const CLASS_NAME = /^\w{0,60}(Error|Exception)$/

/** The place of the database's or the network's error code in a Prisma error. */
const driverErrorSchema = z.object({
  meta: z.object({
    driverAdapterError: z.object({
      cause: z.object({
        originalCode: z.string().regex(CODE).optional(),
        /** Prisma's own name for an error without a code, such as `DatabaseNotReachable`. */
        kind: z.string().regex(/^[A-Za-z]{1,60}$/),
      }),
    }),
  }),
})

/** pg's errors without a code, by the start of their message. */
const PG_MESSAGES = [
  ['timeout exceeded when trying to connect', 'POOL_TIMEOUT'],
  ['Query read timeout', 'QUERY_TIMEOUT'],
  ['Connection terminated', 'CONNECTION_LOST'],
] as const

/** A failed `fetch` is a TypeError. Only its cause has the code, such as `ECONNREFUSED`. */
const causeSchema = z.object({
  cause: z.object({ code: z.string().regex(/^(E[A-Z]{3,20}|UND_ERR_[A-Z_]{1,30})$/) }),
})

/** Returns the only parts of an error that may be logged: its name, and the code of a database or system error. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const driver = driverErrorSchema.safeParse(error)
  if (driver.success) {
    const { originalCode, kind } = driver.data.meta.driverAdapterError.cause
    return `DatabaseError ${originalCode ?? kind}`
  }
  const pgCode = PG_MESSAGES.find(([message]) => error.message.startsWith(message))?.[1]
  if (pgCode) return `DatabaseError ${pgCode}`
  // Code may have copied a response into the error, and then `name` could be a person's.
  const name =
    error.name === 'error' ? 'DatabaseError' : CLASS_NAME.test(error.name) ? error.name : 'Error'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const needsCode = NAMES_THAT_NEED_A_CODE.includes(error.name) && CODE.test(code)
  if (needsCode) return `${name} ${code}`
  const cause = causeSchema.safeParse(error).data?.cause
  return cause && error.name === 'TypeError' ? `${name} ${cause.code}` : name
}

/** The log fields of an error: its name with its code and, if the service answered, the HTTP status. */
export function failure(error: unknown): LogFields {
  const status = Object(error).status
  return { error: errorName(error), ...(Number.isInteger(status) && { status }) }
}

/** Finds the first stack line that is a place in the code. The message before it may have several lines. */
const FRAME = /^\s+at .{1,200}$/m

/**
 * Makes `console.error` and `console.warn` log only an error's name and place. Next prints errors of handlers and actions with them,
 * and a message can quote the request: a password, or text that imitates a log line.
 */
export function logOnlyNames(target: Pick<Console, 'error' | 'warn'>): void {
  const nameAndPlace = (parts: unknown[], printer: (...parts: unknown[]) => void): LogFields => {
    const error = parts.find((part) => part instanceof Error)
    if (!error) {
      // Only a text: the place of the call says what it is.
      const call = { stack: '' }
      Error.captureStackTrace(call, printer)
      return { error: 'unknown', at: call.stack.match(FRAME)?.[0].trim() }
    }
    // The stack starts with the name and the message. The frames follow.
    const stack = error.stack ?? ''
    const frames = stack.slice(stack.indexOf(error.message) + error.message.length)
    return { error: errorName(error), at: frames.match(FRAME)?.[0].trim() }
  }
  target.error = (...parts: unknown[]) => log.error('uncaught', nameAndPlace(parts, target.error))
  target.warn = (...parts: unknown[]) => log.warn('warning', nameAndPlace(parts, target.warn))
}
