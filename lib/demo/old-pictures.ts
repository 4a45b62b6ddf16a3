/** Shows that the URLs of pictures expire: fetches them, lets time pass, and fetches them again (D7). */
import 'server-only'
import { revealInquiry } from '../inquiries/documents'
import type { Staff } from '../staff'

/** How many URLs returned a picture, before and after. */
export type OldPictures =
  | { problem: 'signInFirst' | 'noPictures' }
  | { problem: null; served: Record<'before' | 'after' | 'count', number> }

/**
 * The URLs come from the same audited reveal as on the inquiry's page, so only staff who may see them get this far.
 * @param id our own id of the inquiry
 * @returns the counts, without any URL
 */
export async function checkOldPictures(
  staff: Staff | null,
  id: string,
  passTime: () => Promise<unknown>,
): Promise<OldPictures> {
  if (!staff) return { problem: 'signInFirst' }
  const result = await revealInquiry(staff, id)
  if (!result.ok) return { problem: 'noPictures' }
  const urls = result.revealed.documents
    .flatMap(({ frontPage, backPage }) => [frontPage, backPage])
    .filter((url) => url !== null)
  const before = await countServed(urls)
  await passTime()
  const after = await countServed(urls)
  return { problem: null, served: { before, after, count: urls.length } }
}

async function countServed(urls: readonly string[]): Promise<number> {
  const answers = await Promise.all(urls.map((url) => fetch(url, { cache: 'no-store' })))
  // Read to the end: Next keeps a copy of the stream, so cancelling this one would wait forever.
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return answers.filter(({ ok }) => ok).length
}
