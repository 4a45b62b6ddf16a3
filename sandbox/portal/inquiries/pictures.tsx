/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The pictures that the flow collected, with the same five-minute URLs that merchants get (D7).
import { signedPath } from '../../service/artifact-urls.ts'
import { newestScans, URL_VALIDITY_MS } from '../../service/documents.ts'
import type { Inquiry } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'
import { Icon } from '../shell/icons.tsx'
import { paperInWords } from '../shell/words.ts'

const PAGE_NAMES = { frontPage: 'front', backPage: 'back' } as const

function pathOfPicture(
  { store, clock }: Pick<Portal, 'store' | 'clock'>,
  { tenantId }: Inquiry,
  artifactId: string,
): string {
  const expiresAtMs = clock.nowMs(tenantId) + URL_VALIDITY_MS
  return signedPath(store.artifactSigningKey(), artifactId, expiresAtMs)
}

export function Pictures({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const scans = newestScans(portal.store.artifacts.listBy('inquiry', inquiry.id))
  if (scans.length === 0) return <p class="empty">No pictures yet.</p>
  return (
    <ul class="pictures">
      {scans.flatMap(({ type, pages }) =>
        [...pages].map(([page, artifact]) => {
          const name = `${paperInWords(type)}${pages.size > 1 ? `, ${PAGE_NAMES[page]}` : ''}`
          const path = pathOfPicture(portal, inquiry, artifact.id)
          return (
            <li>
              <button class="picture" type="button" popovertarget={`picture-${artifact.id}`}>
                <span class="picture-frame">
                  <img src={path} alt="" loading="lazy" />
                </span>
                <span class="picture-name">
                  {name}
                  <span class="picture-enlarge">
                    <Icon name="enlarge" /> <span>Enlarge</span>
                  </span>
                </span>
              </button>
              <Lightbox id={`picture-${artifact.id}`} name={name} path={path} />
            </li>
          )
        }),
      )}
    </ul>
  )
}

/** The whole picture over the page. Opens and closes without a script. */
function Lightbox({ id, name, path }: { id: string; name: string; path: string }) {
  return (
    <div class="lightbox" id={id} popover="auto" role="dialog" aria-label={name}>
      <div class="lightbox-head">
        <strong>{name}</strong>
        <a class="button button-quiet" href={path} target="_blank" rel="noreferrer">
          Open<span class="visually-hidden"> in a new tab</span>
        </a>
        <button
          class="button"
          type="button"
          popovertarget={id}
          popovertargetaction="hide"
          autofocus
        >
          Close
        </button>
      </div>
      <img src={path} alt={name} loading="lazy" />
    </div>
  )
}
