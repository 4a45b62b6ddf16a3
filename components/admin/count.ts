import { COUNTED_AT_MOST } from '@/lib/back-office/bounded-count'

/** `999+` where counting stopped. @param atMost for a badge with less room */
export const countText = (count: number, atMost = COUNTED_AT_MOST): string =>
  count >= atMost ? `${atMost - 1}+` : String(count)
