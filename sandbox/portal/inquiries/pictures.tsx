/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// What the flow collected, behind the same five-minute URLs that merchants get (D7).
import { signedPath } from '../../service/artifact-urls.ts'
import { newestScans, URL_VALIDITY_MS } from '../../service/documents.ts'
import type { Inquiry } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'

const PAGE_NAMES = { frontPage: 'front', backPage: 'back' } as const

export function Pictures({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { store, clock } = portal
  const scans = newestScans(store.artifacts.listBy('inquiry', inquiry.id))
  const expiresAtMs = clock.nowMs(inquiry.tenantId) + URL_VALIDITY_MS
  if (scans.length === 0) return <p class="empty">No picture was collected.</p>
  return (
    <ul class="pictures">
      {scans.flatMap(({ type, pages }) =>
        [...pages].map(([page, artifact]) => {
          const name = `${type.replaceAll('_', ' ')}${pages.size > 1 ? `, ${PAGE_NAMES[page]}` : ''}`
          const path = signedPath(store.artifactSigningKey(), artifact.id, expiresAtMs)
          return (
            <li>
              <a href={path} target="_blank" rel="noreferrer">
                <img src={path} alt="" loading="lazy" />
                <span>{name}</span>
              </a>
            </li>
          )
        }),
      )}
    </ul>
  )
}
