'use client'
import { type ReactNode, useState } from 'react'
import { FactList } from '@/components/admin/inquiries/fact-list'
import { Notice } from '@/components/ui/notice'
import type { RevealedIdentity, RevealedInquiry } from '@/lib/inquiries/views'
import { documentPages, documentTypeName } from './document-pages'
import { DocumentViewer } from './document-viewer'
import { PageThumbnail } from './page-thumbnail'

/** The identity as pairs and the documents as pictures, each of which opens large. */
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
            The service gives documents only while an inquiry is approved or needs review
            (INQUIRY_NOT_APPROVED).
          </Notice>
        )}
        {revealed.documentsUnavailable === 'none' && (
          <Notice tone="info" title="The service has no pictures to show">
            The inquiry is eligible, but no link could be made for any of its documents.
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
            {documentTypeName(type)}: the back page is not available.
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
          The service gave no identity for this status.
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
