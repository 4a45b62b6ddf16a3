// The documents endpoint's response (D6–D12): each capability's newest successful scan, under temporary URLs. Anyone with a URL
// can view its picture until the signed expiry (D7).
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Artifact, ArtifactPage, ArtifactType, Capability } from '../state/entities.ts'
import type { DocumentsResponse } from './schemas.ts'

/** How long a document's URL works (D7). */
export const URL_VALIDITY_MS = 5 * 60 * 1000

const PAGES_OF_TYPE: Record<ArtifactType, ArtifactPage[] | null> = {
  passport: ['frontPage'],
  national_id: ['frontPage', 'backPage'],
  driving_license: ['frontPage', 'backPage'],
  selfie: null,
  signature: null,
}

/** One scan: all pages of a document, or a single picture. */
export interface Scan {
  capability: Capability
  type: ArtifactType
  pages: Map<ArtifactPage, Artifact>
}

/**
 * Each capability's newest successful scan (D11).
 * @param artifacts in order of collection
 */
export function newestScans(artifacts: readonly Artifact[]): Scan[] {
  const byCapability = new Map<Capability, Artifact[]>()
  for (const artifact of artifacts) {
    if (!artifact.succeeded) continue
    const pages = byCapability.get(artifact.capability)
    // Only pages of the same scan belong together, so that a front never appears with another scan's back.
    if (pages?.[0]?.scanId === artifact.scanId) pages.push(artifact)
    else byCapability.set(artifact.capability, [artifact])
  }
  return [...byCapability.values()].flatMap((scan) => {
    const [first] = scan
    if (!first) return []
    const { capability, type } = first
    return [{ capability, type, pages: new Map(scan.map((page) => [page.page, page])) }]
  })
}

/** @param urlOf returns a picture's temporary URL, which must work until `expiresAtMs` */
export function formatDocuments(
  inquiryId: string,
  status: 'APPROVED' | 'NEEDS_REVIEW',
  scans: readonly Scan[],
  expiresAtMs: number,
  urlOf: (artifactId: string) => string,
): DocumentsResponse {
  return {
    inquiryId,
    status,
    urlExpiresAt: new Date(expiresAtMs).toISOString(),
    documents: scans.flatMap(({ type, pages }) => {
      const front = pages.get('frontPage')
      if (!front) return []
      const back = pages.get('backPage')
      const supportedPageTypes = PAGES_OF_TYPE[type]
      const showsBack = back !== undefined && supportedPageTypes?.includes('backPage') === true
      return [
        {
          type,
          ...(supportedPageTypes ? { supportedPageTypes } : {}),
          frontPage: urlOf(front.id),
          ...(showsBack ? { backPage: urlOf(back.id) } : {}),
        },
      ]
    }),
  }
}

export function signedPath(key: string, artifactId: string, expiresAtMs: number): string {
  return `/artifacts/${artifactId}?expires=${expiresAtMs}&signature=${sign(key, artifactId, expiresAtMs)}`
}

/** The URL's expiry in epoch milliseconds; null if this key didn't sign it. */
export function readSignedUrl(
  key: string,
  artifactId: string,
  { expires = '', signature = '' }: { expires?: string; signature?: string },
): number | null {
  const expiresAtMs = Number(expires)
  const expected = Buffer.from(sign(key, artifactId, expiresAtMs))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs ? expiresAtMs : null
}

function sign(key: string, artifactId: string, expiresAtMs: number): string {
  return createHmac('sha256', key).update(`${artifactId}.${expiresAtMs}`).digest('hex')
}
