// Fetches the pictures behind document URLs, and uploads recognisable ones (D10, D11).

import type { OwnTenant } from './control.ts'
import { type Answer, demand, Unreachable } from './expectations.ts'
import { DOCUMENTS_ROUTE, type Document, type Merchant } from './merchant.ts'
import type { Run } from './run.ts'

/** Storage services often don't know the type of their files. */
const PICTURE_TYPE = /^(image\/.+|(application|binary)\/octet-stream)$/
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

type Page = 'frontPage' | 'backPage'

/** A page of a document. Pictures are in Base64, for comparison. */
interface ShownPage {
  type: string
  page: Page
  superseded: string
  /** The latest upload, which must be shown. */
  uploaded: string
  /** Undefined if there is no URL. Only the clause about this page may fail because of that. */
  shown: string | undefined
}

const UPLOADS = [
  { type: 'national_id', capability: 'PASSPORT_SCAN', pages: ['frontPage', 'backPage'] },
  { type: 'selfie', capability: 'FACE_MATCH', pages: ['frontPage'] },
] as const

export function artifactUrls(documents: readonly Document[]): string[] {
  return documents.flatMap(({ frontPage, backPage }) =>
    typeof backPage === 'string' ? [frontPage, backPage] : [frontPage],
  )
}

/**
 * Fetches without the key and follows redirects, as a browser would. The URL is a secret, so no report contains it.
 * @throws Unreachable if a service on this machine stores its documents elsewhere (N31)
 */
export async function fetchArtifact({ http, baseUrl }: Merchant, url: string): Promise<Answer> {
  if (isLocal(baseUrl) && !isLocal(url))
    throw new Unreachable('document URLs lead away from this machine (N31)')
  return http.send('GET an artifact URL', url, { redirect: 'follow' })
}

const isLocal = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** @throws Unreachable like `fetchArtifact` */
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

/**
 * For two inquiries, uploads pictures, replaces them, and adds a failed retake. Then fetches the pictures that their URLs show.
 */
export async function shownPages(run: Run): Promise<ShownPage[]> {
  const tenant = await run.createTenant()
  const pages: ShownPage[] = []
  const uploaded = [await upload(tenant), await upload(tenant)]
  for (const { inquiryId, uploads } of uploaded) {
    await tenant.completed(inquiryId, 'APPROVED')
    const documents = await tenant.listDocuments(inquiryId)
    for (const { type, page, ...pictures } of uploads) {
      const url = documents.find((document) => document.type === type)?.[page]
      const shown =
        typeof url === 'string'
          ? Buffer.from(await fetchPicture(run.merchant, url)).toString('base64')
          : undefined
      pages.push({ type, page, ...pictures, shown })
    }
  }
  return pages
}

async function upload(tenant: OwnTenant) {
  const inquiryId = await tenant.open()
  const uploads = UPLOADS.flatMap(({ pages, ...document }) =>
    pages.map((page) => ({
      ...document,
      page,
      superseded: uniquePicture(),
      uploaded: uniquePicture(),
    })),
  )
  for (const which of ['superseded', 'uploaded'] as const) {
    for (const { type, capability } of UPLOADS) {
      const form = new FormData()
      form.set('type', type)
      for (const each of uploads.filter((upload) => upload.type === type)) {
        const bytes = Buffer.from(each[which], 'base64')
        form.set(each.page, new File([bytes], `${each.page}.png`, { type: 'image/png' }))
      }
      await tenant.submit(inquiryId, `/pictures/${capability}`, form)
    }
  }
  // A failed retake must replace nothing.
  const failed = { capability: 'PASSPORT_SCAN', documentType: 'national_id', succeeded: false }
  await tenant.record(inquiryId, failed)
  return { inquiryId, uploads }
}

/**
 * Expects each front or back to show its latest upload.
 * @throws Unreachable if the service re-encodes pictures, so that the bytes can't be recognised
 */
export function expectUploaded(pages: readonly ShownPage[], page: Page): void {
  const ours = pages.filter((one) => one.page === page)
  for (const { type, shown } of ours)
    demand(shown !== undefined, `${DOCUMENTS_ROUTE}: no ${page} of an uploaded ${type}`)
  const seen = pages.flatMap(({ shown }) => shown ?? [])
  const known = pages.flatMap(({ superseded, uploaded }) => [superseded, uploaded])
  if (!seen.some((shown) => known.includes(shown))) {
    const areDifferent = new Set(seen).size === seen.length
    demand(areDifferent, `${DOCUMENTS_ROUTE}: the URLs of different pictures show the same one`)
    throw new Unreachable('the service encodes uploaded pictures again')
  }
  for (const each of ours) {
    const isRight = each.shown === each.uploaded
    demand(isRight, `${DOCUMENTS_ROUTE}: ${page} shows a picture other than the one uploaded last`)
  }
}

/** Unique bytes that begin like a PNG. */
function uniquePicture(): string {
  const bytes = [...PNG, ...crypto.getRandomValues(new Uint8Array(64))]
  return Buffer.from(bytes).toString('base64')
}
