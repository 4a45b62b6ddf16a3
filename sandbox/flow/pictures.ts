// Turns an upload into the pages of one scan. Each page is a picture, judged by its first bytes, or one of our specimens.

import {
  holderOfPapers,
  holderWithAnotherName,
  specimenBytes,
} from '../scenario/specimen-results.ts'
import type { SpecimenPerson } from '../scenario/specimens/person.ts'
import { SPECIMEN_CONTENT_TYPE } from '../scenario/specimens/specimens.ts'
import type { CollectedPage } from '../service/inquiry.ts'
import type { ArtifactType, Capability, Inquiry } from '../state/entities.ts'
import {
  FAILING_SPECIMEN,
  MAX_PICTURE_BYTES,
  OTHER_NAME_SPECIMEN,
  PICTURE_PAGES,
  PICTURE_TYPES,
  type PicturePage,
  SPECIMEN,
} from './flow-protocol.ts'

/** A multipart form as Hono parses it. */
type UploadForm = Readonly<Record<string, string | File | (string | File)[]>>

type PictureRefusal = 'malformed' | 'unreadable' | 'too-large'
type CollectedPictures =
  | {
      ok: true
      succeeded: boolean
      scan: { type: ArtifactType; pages: CollectedPage[] }
      /** The person on the document. */
      holder: SpecimenPerson
    }
  | { ok: false; reason: PictureRefusal }

/** Every page that the type has is required (D9). */
export async function collectPictures(
  inquiry: Inquiry,
  capability: Capability,
  form: UploadForm,
): Promise<CollectedPictures> {
  if (capability === 'PERSONAL_INFO') return { ok: false, reason: 'malformed' }
  const type = PICTURE_TYPES[capability].find((name) => name === form.type)
  if (!type) return { ok: false, reason: 'malformed' }
  const bearsAnotherName = PICTURE_PAGES[type].some((page) => form[page] === OTHER_NAME_SPECIMEN)
  const holder = bearsAnotherName ? holderWithAnotherName(inquiry) : holderOfPapers(inquiry)
  const pages: CollectedPage[] = []
  for (const page of PICTURE_PAGES[type]) {
    const collected = await collectPage(holder, type, page, form[page])
    if (typeof collected === 'string') return { ok: false, reason: collected }
    pages.push(collected)
  }
  const succeeded = PICTURE_PAGES[type].every((page) => form[page] !== FAILING_SPECIMEN)
  return { ok: true, succeeded, scan: { type, pages }, holder }
}

async function collectPage(
  holder: SpecimenPerson,
  type: ArtifactType,
  page: PicturePage,
  given: UploadForm[string] | undefined,
): Promise<CollectedPage | PictureRefusal> {
  if (given === SPECIMEN || given === FAILING_SPECIMEN || given === OTHER_NAME_SPECIMEN) {
    const bytes = specimenBytes(holder, type, page)
    return bytes ? { page, contentType: SPECIMEN_CONTENT_TYPE, bytes } : 'malformed'
  }
  if (!(given instanceof File)) return 'malformed'
  if (given.size > MAX_PICTURE_BYTES) return 'too-large'
  const bytes = new Uint8Array(await given.arrayBuffer())
  const contentType = detectPictureFormat(bytes)
  return contentType ? { page, contentType, bytes } : 'unreadable'
}

type PictureFormat = 'image/jpeg' | 'image/png' | 'image/webp'

/** By its first bytes, because a file name or a declared type proves nothing. SVG isn't accepted: only the sandbox's own specimens are drawings. */
export function detectPictureFormat(bytes: Uint8Array): PictureFormat | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith(bytes, RIFF) && startsWith(bytes.subarray(8), WEBP)) return 'image/webp'
  return null
}

const RIFF = [...'RIFF'].map((letter) => letter.charCodeAt(0))
const WEBP = [...'WEBP'].map((letter) => letter.charCodeAt(0))

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}
