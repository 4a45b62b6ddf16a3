import { COUNTED_AT_MOST } from '@/lib/back-office/bounded-count'

/** `999+` if counting stopped there. @param atMost where counting stopped, if it was earlier */
export const countText = (count: number, atMost = COUNTED_AT_MOST): string =>
  count >= atMost ? `${atMost - 1}+` : String(count)
