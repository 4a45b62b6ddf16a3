// Pictures that the flow collected: their bytes, and the signed URLs under which they can be seen for five minutes.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../scenario/clock.ts'
import type {
  Artifact,
  ArtifactPage,
  ArtifactType,
  Capability,
  Inquiry,
} from '../state/entities.ts'
import type { Store } from '../state/store.ts'

/** How long a document URL works (D7). */
export const ARTIFACT_URL_VALIDITY_MS = 5 * 60 * 1000

/** One picture as the flow hands it in. */
export interface CollectedPage {
  page: ArtifactPage
  contentType: string
  bytes: Uint8Array
}

export interface ArtifactBytes {
  write(id: string, bytes: Uint8Array): void
  read(id: string): Uint8Array | null
}

export function memoryArtifactBytes(): ArtifactBytes {
  const bytesById = new Map<string, Uint8Array>()
  return {
    write: (id, bytes) => void bytesById.set(id, bytes),
    read: (id) => bytesById.get(id) ?? null,
  }
}

export function fileArtifactBytes(folder: string): ArtifactBytes {
  mkdirSync(folder, { recursive: true })
  return {
    write: (id, bytes) => writeFileSync(join(folder, id), bytes),
    read(id) {
      try {
        return readFileSync(join(folder, id))
      } catch {
        return null
      }
    },
  }
}

/** Removes the files that no artifact of the store, and no snapshot, names any more. */
export function sweepArtifactFiles(folder: string, keep: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) if (!keep.has(name)) rmSync(join(folder, name))
}

export class Artifacts {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly bytes: ArtifactBytes,
  ) {}

  /** Keeps the pages of one scan. The caller puts it in a transaction with the capability's result. */
  add(
    inquiry: Inquiry,
    scan: {
      capability: Capability
      type: ArtifactType
      succeeded: boolean
      pages: readonly CollectedPage[]
    },
  ): void {
    const scanId = randomUUID()
    for (const { page, contentType, bytes } of scan.pages) {
      const id = randomUUID()
      this.bytes.write(id, bytes)
      this.store.artifacts.put({
        id,
        tenantId: inquiry.tenantId,
        inquiryId: inquiry.id,
        capability: scan.capability,
        type: scan.type,
        page,
        contentType,
        scanId,
        succeeded: scan.succeeded,
        createdAt: this.clock.nowIso(inquiry.tenantId),
      })
    }
  }

  /** The newest successful scan of each capability, its pages by name (D11). */
  newestScans(inquiryId: string): { type: ArtifactType; pages: Map<ArtifactPage, Artifact> }[] {
    const byCapability = new Map<Capability, Artifact[]>()
    for (const artifact of this.store.artifacts.listBy('inquiry', inquiryId)) {
      if (!artifact.succeeded) continue
      const pages = byCapability.get(artifact.capability)
      // Artifacts are listed in the order in which they were kept: a new scan replaces the one before.
      if (pages?.[0]?.scanId === artifact.scanId) pages.push(artifact)
      else byCapability.set(artifact.capability, [artifact])
    }
    return [...byCapability.values()].flatMap((scan) => {
      const [first] = scan
      if (!first) return []
      return [{ type: first.type, pages: new Map(scan.map((page) => [page.page, page])) }]
    })
  }

  /** A path with query that shows the artifact until `expiresAtMs`. */
  signedPath(artifactId: string, expiresAtMs: number): string {
    return `/artifacts/${artifactId}?expires=${expiresAtMs}&signature=${this.#sign(artifactId, expiresAtMs)}`
  }

  /** The artifact behind a signed path, or why there is none. */
  open(
    artifactId: string,
    expires: string,
    signature: string,
  ):
    | { outcome: 'found'; artifact: Artifact; bytes: Uint8Array }
    | { outcome: 'forged' | 'missing' }
    | { outcome: 'expired'; artifact: Artifact } {
    const expiresAtMs = Number(expires)
    const expected = Buffer.from(this.#sign(artifactId, expiresAtMs))
    const given = Buffer.from(signature)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return { outcome: 'forged' }
    }
    const artifact = this.store.artifacts.get(artifactId)
    if (!artifact) return { outcome: 'missing' }
    if (this.clock.nowMs(artifact.tenantId) >= expiresAtMs) return { outcome: 'expired', artifact }
    const bytes = this.bytes.read(artifactId)
    return bytes ? { outcome: 'found', artifact, bytes } : { outcome: 'missing' }
  }

  #sign(artifactId: string, expiresAtMs: number): string {
    return createHmac('sha256', this.store.artifactSigningKey())
      .update(`${artifactId}.${expiresAtMs}`)
      .digest('hex')
  }
}
