// Uploads pictures in the hosted flow and fetches what the documents' URLs serve (D10, D11).
import { DOCUMENTS_ROUTE, documentsOf, fetchPicture } from './documents.ts'
import { type Pages, uniquePicture, uploadPictures } from './hosted-flow.ts'
import { open, readDecided } from './inquiries.ts'
import type { OwnTenant } from './sandbox-control.ts'
import type { Trial } from './trial.ts'
import { demand, Unreachable } from './verdict.ts'

type Page = 'frontPage' | 'backPage'

/** One document of one inquiry. */
interface ServedDocument {
  type: string
  /** What was uploaded last, and so must be served. */
  uploaded: Pages
  /** What was uploaded before, and so must not be. */
  superseded: Pages
  /** What the URLs serve. */
  pages: Partial<Record<Page, Uint8Array>>
}

/** Uploads superseded and final pictures and a failed retake to two inquiries, and fetches what is served of each. */
export async function servedPictures(trial: Trial): Promise<ServedDocument[]> {
  const tenant = await trial.ownTenant()
  const inquiries: { inquiryId: string; uploads: Upload[] }[] = []
  for (let count = 1; count <= 2; count += 1) {
    const inquiryId = await open(tenant.merchant)
    inquiries.push({ inquiryId, uploads: await uploadTwice(tenant, inquiryId) })
  }
  const served: ServedDocument[] = []
  for (const { inquiryId, uploads } of inquiries) {
    await tenant.complete(inquiryId, 'APPROVED')
    await readDecided(tenant, inquiryId, 'APPROVED')
    const documents = await documentsOf(tenant.merchant, inquiryId)
    for (const upload of uploads) {
      const { type } = upload
      const document = documents.find((each) => each.type === type)
      demand(document !== undefined, `${DOCUMENTS_ROUTE}: an uploaded ${type} is not listed`)
      const { frontPage, backPage } = document
      const fetched = (url: string) => fetchPicture(trial.stage, url)
      const back = typeof backPage === 'string' ? { backPage: await fetched(backPage) } : {}
      served.push({ ...upload, pages: { frontPage: await fetched(frontPage), ...back } })
    }
  }
  return served
}

/**
 * Expects each page to show the picture that was uploaded for it last.
 * @throws Unreachable when the service encodes pictures again, which leaves no bytes to recognise.
 */
export function expectUploaded(served: readonly ServedDocument[], page: Page): void {
  const uploads = served.flatMap(({ uploaded, superseded }) => [
    ...Object.values(uploaded),
    ...Object.values(superseded),
  ])
  const shown = served.flatMap(({ pages }) => Object.values(pages))
  const isRecognised = shown.some((bytes) => uploads.some((upload) => isSame(upload, bytes)))
  if (!isRecognised) {
    const contents = new Set(shown.map((bytes) => Buffer.from(bytes).toString('base64')))
    const areDifferent = contents.size === shown.length
    demand(areDifferent, `${DOCUMENTS_ROUTE}: the URLs of different pictures show the same one`)
    throw new Unreachable('the service encodes uploaded pictures again')
  }
  for (const { uploaded, pages } of served) {
    const [given, bytes] = [uploaded[page], pages[page]]
    if (given === undefined) continue
    const isRight = bytes !== undefined && isSame(given, bytes)
    demand(isRight, `${DOCUMENTS_ROUTE}: ${page} shows a picture other than the one uploaded last`)
  }
}

type Upload = Omit<ServedDocument, 'pages'>

async function uploadTwice(tenant: OwnTenant, inquiryId: string): Promise<Upload[]> {
  const card = () => ({ frontPage: uniquePicture(), backPage: uniquePicture() })
  const selfie = () => ({ frontPage: uniquePicture() })
  const uploads = [
    { type: 'national_id', capability: 'PASSPORT_SCAN', superseded: card(), uploaded: card() },
    { type: 'selfie', capability: 'FACE_MATCH', superseded: selfie(), uploaded: selfie() },
  ]
  for (const { type, capability, superseded, uploaded } of uploads) {
    await uploadPictures(tenant, inquiryId, capability, type, superseded)
    await uploadPictures(tenant, inquiryId, capability, type, uploaded)
  }
  // A retake that fails replaces nothing.
  const failed = { capability: 'PASSPORT_SCAN', documentType: 'national_id', succeeded: false }
  await tenant.record(inquiryId, failed)
  return uploads
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other)
}
