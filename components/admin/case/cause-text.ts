/** Why something failed, in words. The database stores the name of our client's error or the service's code (N3, N4). */
import type { useTranslations } from 'next-intl'
import { inWords } from '@/components/admin/in-words'

const CAUSES = [
  'UnavailableError',
  'RateLimitedError',
  'UnauthorisedError',
  'NotFoundError',
  'ConflictError',
  'RejectedError',
  'UnreadableError',
  'ResponseTooLargeError',
  'TEMPLATE_NOT_FOUND',
  'TEMPLATE_NOT_PUBLISHED',
  'TEMPLATE_REVISION_NOT_PUBLISHED',
  'IDEMPOTENCY_KEY_EXPIRED',
  'INQUIRY_TAKEN',
] as const

export function causeText(
  t: ReturnType<typeof useTranslations<'StaffCase'>>,
  error: string,
): string {
  const known = CAUSES.find((cause) => cause === error)
  return known ? t(`causes.${known}`) : inWords(error)
}
