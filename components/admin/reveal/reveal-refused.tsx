import { Notice } from '@/components/ui/notice'
import type { RevealError } from '@/lib/inquiries/views'

const TEXTS: Record<RevealError, { title: string; text: string }> = {
  signed_out: {
    title: 'You are signed out',
    text: 'Sign in again in another tab, then press the button again.',
  },
  forbidden: {
    title: 'Your role may not see this',
    text: 'Reviewers and admins may. An admin can change your role.',
  },
  not_found: {
    title: 'The service does not know this inquiry',
    text: 'It does not exist there, or it belongs to another tenant: the key in use may be of another one. The two cannot be told apart.',
  },
  not_opened: {
    title: 'The inquiry is not open yet',
    text: 'The service has not answered the request to open it.',
  },
  rate_limited: {
    title: 'The service asks us to wait',
    text: 'Too many requests were made with our key.',
  },
  unavailable: {
    title: 'The service did not answer',
    text: 'Nothing was shown. Try again in a moment.',
  },
}

/** Why nothing could be shown, and what to do about it. */
export function RevealRefused({
  error,
  retryAfterSeconds,
}: {
  error: RevealError
  retryAfterSeconds: number | null
}) {
  const { title, text } = TEXTS[error]
  return (
    <Notice tone="bad" role="alert" title={title}>
      {text}
      {retryAfterSeconds !== null && ` Try again in ${waitText(retryAfterSeconds)}.`}
    </Notice>
  )
}

const waitText = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
