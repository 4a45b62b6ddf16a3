'use client'
import { ImageOff, ZoomIn } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FactList } from '@/components/admin/inquiries/fact-list'
import { Notice } from '@/components/ui/notice'
import type { RevealedIdentity, RevealedInquiry } from '@/lib/inquiries/views'
import { type DocumentPage, documentPages, documentTypeName } from './document-pages'
import { DocumentViewer } from './document-viewer'

export function RevealedView({
  revealed,
  onImageError,
}: {
  revealed: RevealedInquiry
  onImageError: () => void
}) {
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const pages = documentPages(revealed.documents)
  const withoutBack = revealed.documents.filter((one) => one.hasBackPage && !one.backPage)
  return (
    <div className="grid gap-7">
      <Group title="Documents">
        {revealed.documentsUnavailable === 'not_approved' && (
          <Notice tone="info" title="No documents for this status">
            The service only provides documents for inquiries that are approved or need review
            (INQUIRY_NOT_APPROVED).
          </Notice>
        )}
        {revealed.documentsUnavailable === 'none' && (
          <Notice tone="info" title="No pictures available">
            The service couldn't create a link for any of this inquiry's documents.
          </Notice>
        )}
        {pages.length > 0 && (
          <ul className="grid grid-cols-2 gap-4 md:grid-cols-3">
            {pages.map((page, index) => (
              <PageThumbnail
                key={page.url}
                page={page}
                onOpen={() => setEnlarged(index)}
                onError={onImageError}
              />
            ))}
          </ul>
        )}
        {withoutBack.map(({ type }) => (
          <p key={type} className="mt-3 text-sm text-ink-faint">
            {documentTypeName(type)}: the back isn't available.
          </p>
        ))}
      </Group>
      <Identity identity={revealed.identity} />
      <DocumentViewer pages={pages} index={enlarged} onIndexChange={setEnlarged} />
    </div>
  )
}

function Identity({ identity }: { identity: RevealedIdentity | null }) {
  if (!identity) {
    return (
      <Group title="Identity">
        <p className="text-[0.9375rem] text-ink-soft">
          The service provides no identity with this status.
        </p>
      </Group>
    )
  }
  return (
    <>
      {identity.person.length > 0 && (
        <Group title="Person">
          <FactList facts={identity.person} />
        </Group>
      )}
      {identity.document.length > 0 && (
        <Group title="As read from the document">
          <FactList facts={identity.document} />
        </Group>
      )}
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-3 font-medium">{title}</h3>
      {children}
    </section>
  )
}

interface PageThumbnailProps {
  page: DocumentPage
  onOpen: () => void
  onError: () => void
}

function PageThumbnail({ page, onOpen, onError }: PageThumbnailProps) {
  const [broken, setBroken] = useState(false)
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        disabled={broken}
        className="group relative block aspect-[3/2] w-full overflow-hidden rounded-xl border border-line bg-sunken"
      >
        {broken ? (
          <span className="flex h-full flex-col items-center justify-center gap-1.5 px-2 text-sm text-ink-faint">
            <ImageOff aria-hidden="true" className="size-6" />
            Couldn't load
          </span>
        ) : (
          // biome-ignore lint/performance/noImgElement: Next's image proxy would store a copy on our server
          <img
            src={page.url}
            alt={page.label}
            referrerPolicy="no-referrer"
            draggable={false}
            onError={() => {
              setBroken(true)
              onError()
            }}
            className="size-full object-contain"
          />
        )}
        {!broken && (
          <span
            aria-hidden="true"
            className="absolute right-2 bottom-2 inline-flex size-8 items-center justify-center rounded-lg bg-surface/90 text-ink-soft group-hover:text-ink"
          >
            <ZoomIn className="size-4.5" />
          </span>
        )}
      </button>
      <p className="mt-2 text-sm text-ink-soft">{page.label}</p>
    </li>
  )
}
