// The pictures behind the documents' URLs, and those that the suite uploads to recognise them later (D10, D11).
import type { OwnTenant } from './control.ts'
import type { Answer } from './http.ts'
import { DOCUMENTS_ROUTE, type Document, type Merchant } from './merchant.ts'
import type { Trial } from './trial.ts'
import { demand, Unreachable } from './verdict.ts'

/** As many as browsers follow. */
const MAX_REDIRECTS = 20
/** Storage services often don't know the type of what they store. */
const PICTURE_TYPE = /^(image\/.+|(application|binary)\/octet-stream)$/
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

type Page = 'frontPage' | 'backPage'
type Pages = Partial<Record<Page, Uint8Array<ArrayBuffer>>>

/** One document of one inquiry. */
interface Served {
  type: string
  /** What was uploaded last, and so must be served. */
  uploaded: Pages
  /** What was uploaded before, and so must not be. */
  superseded: Pages
  /** What the URLs serve. */
  pages: Pages
}

export function artifactUrls(documents: readonly Document[]): string[] {
  return documents.flatMap(({ frontPage, backPage }) =>
    typeof backPage === 'string' ? [frontPage, backPage] : [frontPage],
  )
}

/**
 * Fetches without the key and follows redirects, as a browser would. The URL itself is a secret, so no report contains
 * it.
 * @throws Unreachable if a service on this machine puts its documents elsewhere (N31).
 */
export async function fetchArtifact({ http, baseUrl }: Merchant, url: string): Promise<Answer> {
  if (isLocal(baseUrl) && !isLocal(url))
    throw new Unreachable('document URLs lead away from this machine (N31)')
  let answer = await http.send('GET an artifact URL', url)
  let at = url
  for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status >= 400 || location === undefined) break
    at = new URL(location, at).href
    answer = await http.send('GET an artifact URL, redirected', at)
  }
  return answer
}

const isLocal = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** @throws Unreachable like `fetchArtifact`. */
export async function fetchPicture(
  merchant: Merchant,
  url: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { status, mediaType, bytes } = await fetchArtifact(merchant, url)
  demand(status === 200, `a fresh artifact URL returns ${status}`)
  const isPicture = PICTURE_TYPE.test(mediaType) && bytes.byteLength > 0
  demand(isPicture, 'an artifact URL does not return an image')
  return new Uint8Array(bytes)
}

/** Uploads superseded and final pictures and a failed retake to two inquiries, and fetches what is served of each. */
export async function servedPictures(trial: Trial): Promise<Served[]> {
  const tenant = await trial.tenant()
  const inquiries: { inquiryId: string; uploads: Omit<Served, 'pages'>[] }[] = []
  for (let count = 1; count <= 2; count += 1) {
    const inquiryId = await tenant.open()
    inquiries.push({ inquiryId, uploads: await uploadTwice(tenant, inquiryId) })
  }
  const served: Served[] = []
  for (const { inquiryId, uploads } of inquiries) {
    await tenant.completed(inquiryId, 'APPROVED')
    const documents = await tenant.listDocuments(inquiryId)
    for (const upload of uploads) {
      const document = documents.find(({ type }) => type === upload.type)
      demand(document !== undefined, `${DOCUMENTS_ROUTE}: an uploaded ${upload.type} is not listed`)
      const pages: Pages = {}
      for (const page of ['frontPage', 'backPage'] as const) {
        const url = document[page]
        if (typeof url === 'string') pages[page] = await fetchPicture(trial.merchant, url)
      }
      served.push({ ...upload, pages })
    }
  }
  return served
}

/**
 * Expects each page to show the picture that was uploaded for it last.
 * @throws Unreachable when the service encodes pictures again, which leaves no bytes to recognise.
 */
export function expectUploaded(served: readonly Served[], page: Page): void {
  const contents = (pages: Pages) =>
    Object.values(pages).map((bytes) => Buffer.from(bytes).toString('base64'))
  const uploads = served.flatMap(({ uploaded, superseded }) => [
    ...contents(uploaded),
    ...contents(superseded),
  ])
  const shown = served.flatMap(({ pages }) => contents(pages))
  if (!shown.some((each) => uploads.includes(each))) {
    const areDifferent = new Set(shown).size === shown.length
    demand(areDifferent, `${DOCUMENTS_ROUTE}: the URLs of different pictures show the same one`)
    throw new Unreachable('the service encodes uploaded pictures again')
  }
  for (const { uploaded, pages } of served) {
    const [given, bytes] = [uploaded[page], pages[page]]
    const isRight = given === undefined || (bytes && Buffer.from(bytes).equals(given)) === true
    demand(isRight, `${DOCUMENTS_ROUTE}: ${page} shows a picture other than the one uploaded last`)
  }
}

async function uploadTwice(tenant: OwnTenant, inquiryId: string): Promise<Omit<Served, 'pages'>[]> {
  const card = () => ({ frontPage: uniquePicture(), backPage: uniquePicture() })
  const selfie = () => ({ frontPage: uniquePicture() })
  const uploads = [
    { type: 'national_id', capability: 'PASSPORT_SCAN', superseded: card(), uploaded: card() },
    { type: 'selfie', capability: 'FACE_MATCH', superseded: selfie(), uploaded: selfie() },
  ]
  for (const { type, capability, superseded, uploaded } of uploads) {
    for (const pages of [superseded, uploaded]) {
      const form = new FormData()
      form.set('type', type)
      for (const [page, bytes] of Object.entries(pages)) {
        form.set(page, new File([bytes], `${page}.png`, { type: 'image/png' }))
      }
      await tenant.submit(inquiryId, `/pictures/${capability}`, form)
    }
  }
  // A retake that fails replaces nothing.
  const failed = { capability: 'PASSPORT_SCAN', documentType: 'national_id', succeeded: false }
  await tenant.record(inquiryId, failed)
  return uploads
}

/** Bytes that begin like a PNG and differ each time. */
function uniquePicture(): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...PNG, ...crypto.getRandomValues(new Uint8Array(64))])
}
