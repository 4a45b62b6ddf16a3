// Turns an upload into the pages of a scan. A page is a picture, recognised by its first bytes, or one of our specimens.
import { specimenPage } from '../scenario/specimen-results.ts'
import type { CollectedPage } from '../service/inquiry.ts'
import type { ArtifactPage, ArtifactType, Capability, Inquiry } from '../state/entities.ts'
import {
  type FlowProblem,
  MAX_PICTURE_BYTES,
  PICTURE_PAGES,
  PICTURE_TYPES,
  SPECIMEN,
} from './flow-protocol.ts'

/** A multipart form as Hono parses it. */
type UploadForm = Readonly<Record<string, string | File | (string | File)[]>>

type Scan = { type: ArtifactType; pages: CollectedPage[] }
type Refusal = FlowProblem['reason']

/** The scan, or the reason for refusing it. The type's pages are all required (D9). */
export async function collectPictures(
  inquiry: Inquiry,
  capability: Capability,
  form: UploadForm,
): Promise<Scan | Refusal> {
  if (capability === 'PERSONAL_INFO') return 'malformed'
  const type = PICTURE_TYPES[capability].find((name) => name === form.type)
  if (!type) return 'malformed'
  const pages: CollectedPage[] = []
  for (const page of PICTURE_PAGES[type]) {
    const collected =
      form[page] === SPECIMEN
        ? (specimenPage(inquiry, type, page) ?? 'malformed')
        : await collectFile(page, form[page])
    if (typeof collected === 'string') return collected
    pages.push(collected)
  }
  return { type, pages }
}

async function collectFile(
  page: ArtifactPage,
  file: UploadForm[string] | undefined,
): Promise<CollectedPage | Refusal> {
  if (!(file instanceof File)) return 'malformed'
  if (file.size > MAX_PICTURE_BYTES) return 'too-large'
  const bytes = new Uint8Array(await file.arrayBuffer())
  const contentType = detectPictureFormat(bytes)
  return contentType ? { page, contentType, bytes } : 'unreadable'
}

/**
 * By its first bytes, because a file name or a declared type proves nothing. SVG is refused: only our own specimens are drawings.
 */
export function detectPictureFormat(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'image/webp'
  return null
}
