/** What the case page says about failures, in words. */
import { inWords } from '@/components/admin/in-words'
import type { RevealError } from '@/lib/inquiries/views'

/** The database stores the name of our client's error or the service's code (N3, N4). */
const CAUSES: Readonly<Record<string, string>> = {
  UnavailableError: 'The service didn’t respond',
  RateLimitedError: 'The service is limiting our calls',
  UnauthorisedError: 'The service refused our API key',
  NotFoundError: 'The service can’t find it',
  ConflictError: 'The service reported a conflict',
  RejectedError: 'The service refused the request',
  UnreadableError: 'We couldn’t read the service’s response',
  ResponseTooLargeError: 'The service’s response was too large',
  TEMPLATE_NOT_FOUND: 'The service doesn’t know the template',
  TEMPLATE_NOT_PUBLISHED: 'The template isn’t published',
  TEMPLATE_REVISION_NOT_PUBLISHED: 'The template’s revision isn’t published',
  IDEMPOTENCY_KEY_EXPIRED: 'It’s too late to repeat the request safely',
  INQUIRY_TAKEN: 'Another application here already has this inquiry',
}

export const causeText = (error: string): string =>
  (Object.hasOwn(CAUSES, error) ? CAUSES[error] : undefined) ?? inWords(error)

interface Message {
  title: string
  text: string
}

const REFUSALS: Record<RevealError, Message> = {
  signed_out: {
    title: 'You’re signed out',
    text: 'Sign in again in another tab, then try again here.',
  },
  forbidden: { title: 'Your role can’t view this', text: 'Ask an admin if you need access.' },
  not_found: {
    title: 'The service can’t find this inquiry',
    text: 'It may have been deleted there, or our API key may belong to another tenant. The service doesn’t say which.',
  },
  not_opened: {
    title: 'This inquiry isn’t open yet',
    text: 'The service hasn’t responded to our request to open it.',
  },
  rate_limited: {
    title: 'Too many requests',
    text: 'Calls to the service are limited at the moment.',
  },
  unavailable: {
    title: 'We can’t reach the service right now',
    text: 'It didn’t respond, or it refused our API key. Try again in a moment.',
  },
}

/** Why the service's data isn't available, for reveals and refreshes. */
export function refusalText(error: RevealError, retryAfterSeconds: number | null): Message {
  const { title, text } = REFUSALS[error]
  if (retryAfterSeconds === null) return { title, text }
  const [count, unit] =
    retryAfterSeconds < 120
      ? [retryAfterSeconds, 'second']
      : [Math.ceil(retryAfterSeconds / 60), 'minute']
  return { title, text: `${text} Try again in ${count} ${unit}${count === 1 ? '' : 's'}.` }
}
