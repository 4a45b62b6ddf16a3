// Reads the documents result and the pictures behind its URLs.
import { z } from 'zod'
import { expectShape, expectSuccess } from './expectations.ts'
import { openCompleted } from './inquiries.ts'
import type { Merchant } from './merchant.ts'
import type { Answer, PoliteHttp } from './polite-http.ts'
import type { SandboxControl } from './sandbox-control.ts'
import { demand, Unreachable } from './verdict.ts'

export const DOCUMENTS_ROUTE = 'GET …/inquiries/{inquiryId}/documents'

/** D7 to D10 check what the fields contain. */
const documentSchema = z.object({
  type: z.string(),
  frontPage: z.url(),
  backPage: z.unknown().optional(),
  supportedPageTypes: z.unknown().optional(),
})
/** D6 asks for more; the other clauses need only this. */
export const documentsSchema = z.object({ documents: z.array(documentSchema) })
export type Document = z.infer<typeof documentSchema>

/** Steps of a template that collects every type of document that one inquiry can have. */
export const ALL_STEPS = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH', 'SIGNATURE']
/** As many as browsers follow. */
const MAX_REDIRECTS = 20
/** Storage services often don't know the type of what they store. */
const PICTURE_TYPE = /^(image\/.+|(application|binary)\/octet-stream)$/
const DOCUMENT_TYPES = ['passport', 'national_id', 'driving_license']

export async function documentsOf(merchant: Merchant, inquiryId: string): Promise<Document[]> {
  const answer = await merchant.documents(inquiryId)
  expectSuccess(answer)
  return expectShape(documentsSchema, answer.json, answer.request).documents
}

export function artifactUrls(documents: readonly Document[]): string[] {
  return documents.flatMap(({ frontPage, backPage }) =>
    typeof backPage === 'string' ? [frontPage, backPage] : [frontPage],
  )
}

interface From {
  http: PoliteHttp
  merchant: Merchant
}

/**
 * Fetches without the key and follows redirects, as a browser would. The URL itself is a secret, so no report contains
 * it.
 * @throws Unreachable if a service on this machine puts its documents elsewhere (N31).
 */
export async function fetchArtifact({ http, merchant }: From, url: string): Promise<Answer> {
  if (isLocal(merchant.baseUrl) && !isLocal(url))
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
export async function fetchPicture(from: From, url: string): Promise<Uint8Array> {
  const { status, mediaType, bytes } = await fetchArtifact(from, url)
  demand(status === 200, `a fresh artifact URL returns ${status}`)
  const isPicture = PICTURE_TYPE.test(mediaType) && bytes.byteLength > 0
  demand(isPicture, 'an artifact URL does not return an image')
  return bytes
}

/** Completes every step with each kind of ID document, which yields every type in D8. */
export async function collectEveryType(control: SandboxControl): Promise<Document[]> {
  const tenant = await control.createTenant({ definition: { steps: ALL_STEPS } })
  const documents: Document[] = []
  for (const documentType of DOCUMENT_TYPES) {
    const inquiryId = await openCompleted(tenant, 'APPROVED', { documentType })
    documents.push(...(await documentsOf(tenant.merchant, inquiryId)))
  }
  return documents
}
