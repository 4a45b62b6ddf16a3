/** Shows that the addresses of pictures expire: a reviewer takes them, time passes, and they are asked for again (D7). */
import 'server-only'
import { revealInquiry } from '../inquiries/documents'
import type { Staff } from '../staff'

/**
 * The addresses come from the same audited reveal as on the inquiry's page, so only staff who may see them get this far.
 * @param id our own id of the inquiry
 * @returns how it went, in words without an address
 */
export async function checkOldPictures(
  staff: Staff | null,
  id: string,
  passTime: () => Promise<unknown>,
): Promise<string> {
  if (!staff) return 'Sign in as the reviewer first: only staff get the addresses of pictures.'
  const result = await revealInquiry(staff, id)
  if (!result.ok) return 'The service gave no pictures. Prepare this scene again.'
  const urls = result.revealed.documents
    .flatMap(({ frontPage, backPage }) => [frontPage, backPage])
    .filter((url) => url !== null)
  const before = await countServed(urls)
  await passTime()
  const after = await countServed(urls)
  return `Now: ${before} of ${urls.length} addresses show a picture. Five minutes later: ${after}.`
}

async function countServed(urls: readonly string[]): Promise<number> {
  const answers = await Promise.all(urls.map((url) => fetch(url, { cache: 'no-store' })))
  // Read to the end: Next keeps a copy of the stream, so cancelling this one would wait forever.
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return answers.filter(({ ok }) => ok).length
}
