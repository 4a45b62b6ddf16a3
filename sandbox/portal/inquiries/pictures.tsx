/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// What the flow collected, behind the same five-minute URLs that merchants get (D7).

import type { Sandbox } from '../../index.ts'
import { ARTIFACT_URL_VALIDITY_MS } from '../../service/artifacts.ts'
import type { Inquiry } from '../../state/entities.ts'

const PAGE_NAMES = { frontPage: 'front', backPage: 'back' } as const

export function Pictures({ sandbox, inquiry }: { sandbox: Sandbox; inquiry: Inquiry }) {
  const { artifacts, clock } = sandbox
  const scans = artifacts.newestScans(inquiry.id)
  const expiresAtMs = clock.nowMs(inquiry.tenantId) + ARTIFACT_URL_VALIDITY_MS
  if (scans.length === 0) return <p class="empty">No picture was collected.</p>
  return (
    <ul class="pictures">
      {scans.flatMap(({ type, pages }) =>
        [...pages].map(([page, artifact]) => {
          const name = `${type.replaceAll('_', ' ')}${pages.size > 1 ? `, ${PAGE_NAMES[page]}` : ''}`
          const path = artifacts.signedPath(artifact.id, expiresAtMs)
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
