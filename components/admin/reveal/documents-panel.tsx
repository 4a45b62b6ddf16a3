'use client'
/** The pictures, on demand: audited, cleared after five minutes, never stored. The identity comes and goes with them. */
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { DecideInWindow } from '@/components/admin/case/decide-link'
import { DifferencesLine } from '@/components/admin/case/identity-panel'
import { Panel } from '@/components/admin/case/panel'
import { Button, buttonClass } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import type { RevealedInquiry } from '@/lib/inquiries/views'
import { ExpiryWarning, RevealTimer } from './countdown'
import {
  type DocumentNames,
  type DocumentPage,
  documentPages,
  documentTypeName,
} from './document-pages'
import { hasEvidence } from './evidence'
import { NothingShown } from './nothing-shown'
import { PictureStage, ZoomButtons } from './picture-stage'
import { PictureWindow } from './picture-window'
import { RefusalNotice } from './refusal-notice'
import { useCaseReveal } from './reveal-context'

/** @param props.decideUrl the portal, where the reader decides; null if there's nothing for them to decide */
export function DocumentsPanel({ decideUrl }: { decideUrl: string | null }) {
  const t = useTranslations('StaffCase')
  const { state, access, status, revealed, onImageError } = useCaseReveal()
  const isBare = status === 'DECLINED' && access === 'allowed' && !hasEvidence(revealed)
  const [isExpanded, setExpanded] = useState(false)
  const [zoom, onZoom] = useState(1)
  const pages = useDocumentPages(revealed)
  const stage = { pages, zoom, onZoom, onImageError }
  const content = (fillsWindow = false) =>
    state.step === 'shown' && revealed !== null ? (
      <>
        {state.expiresAt !== null && <ExpiryWarning expiresAt={state.expiresAt} />}
        {typeof state.renewal === 'object' && <RefusalNotice {...state.renewal} />}
        {isBare ? <NothingGiven /> : <Unavailable revealed={revealed} />}
        {pages.length > 0 &&
          (fillsWindow ? (
            <PictureWindow {...stage} decideUrl={decideUrl} />
          ) : (
            <PictureStage {...stage} />
          ))}
      </>
    ) : (
      <NothingShown fillsWindow={fillsWindow} />
    )
  const zoomButtons = (onExpand?: () => void) =>
    pages.length > 0 && <ZoomButtons zoom={zoom} onZoom={onZoom} onExpand={onExpand} />
  return (
    <FocusKeeper>
      <div
        data-documents=""
        data-revealed={revealed === null || isBare ? undefined : ''}
        className="print:hidden"
      >
        <Panel
          title={t(isBare ? 'evidence' : 'documents')}
          aside={zoomButtons(() => setExpanded(true))}
        >
          {access === 'allowed' ? (
            <div className="flex flex-col gap-2.5">{content()}</div>
          ) : (
            <p className="text-sm/6 text-ink-soft">{t(`access.${access}`)}</p>
          )}
        </Panel>
      </div>
      <FullWindow
        isOpen={isExpanded}
        onOpenChange={setExpanded}
        tools={zoomButtons()}
        decideUrl={decideUrl}
      >
        {content(true)}
      </FullWindow>
    </FocusKeeper>
  )
}

function useDocumentNames(): DocumentNames {
  const t = useTranslations('StaffCase')
  return {
    type: (type) => t(`documentTypes.${type}`),
    front: (name) => t('front', { name }),
    back: (name) => t('back_page', { name }),
    frontTab: t('frontTab'),
    backTab: t('backTab'),
  }
}

function useDocumentPages(revealed: RevealedInquiry | null): DocumentPage[] {
  const names = useDocumentNames()
  return revealed ? documentPages(revealed.documents, names) : []
}

/** One card says it for the documents, the identity and the checks. */
function NothingGiven() {
  const t = useTranslations('StaffCase')
  return (
    <p role="status" className="text-sm/6 text-ink-soft">
      {t('nothingGiven')}
    </p>
  )
}

/** Which pictures are missing, and why. */
function Unavailable({
  revealed: { documents, documentsUnavailable },
}: {
  revealed: RevealedInquiry
}) {
  const t = useTranslations('StaffCase')
  const names = useDocumentNames()
  const withoutBack = documents.filter((one) => one.hasBackPage && !one.backPage)
  return (
    <>
      {documentsUnavailable !== null && (
        <Notice tone="info" title={t(`unavailable.${documentsUnavailable}.title`)}>
          {t(`unavailable.${documentsUnavailable}.text`)}
        </Notice>
      )}
      {withoutBack.map(({ type }) => (
        <p key={type} className="text-xs/5 text-ink-faint">
          {t('noBack', { name: documentTypeName(type, names) })}
        </p>
      ))}
    </>
  )
}

/** Stays open when the pictures expire, and says so. */
function FullWindow({
  isOpen,
  onOpenChange,
  tools,
  decideUrl,
  children,
}: {
  isOpen: boolean
  tools: ReactNode
  decideUrl: string | null
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}) {
  const t = useTranslations('StaffCase')
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black" />
        <Dialog.Popup className="fixed inset-0 z-50 flex flex-col gap-3 overflow-y-auto bg-surface p-3 outline-none sm:inset-4 sm:rounded-2xl sm:border sm:border-line sm:p-4 print:hidden">
          {/* One row on every screen, from the time left to the close button. What differs is in a row of its own if it could break, on a tablet beside the link to decide. On a phone, that link is at the foot of the window. */}
          <div className="flex items-center justify-end gap-1 max-lg:flex-wrap sm:gap-2">
            <Dialog.Title className="text-sm font-semibold max-sm:sr-only sm:max-lg:mr-auto">
              {t('documents')}
            </Dialog.Title>
            <DifferencesLine className="min-w-0 grow text-sm/5 break-words max-lg:order-1 max-lg:basis-3/5 lg:ml-4 phone:empty:hidden phone:max-lg:basis-full" />
            {tools}
            <div className="max-sm:contents max-sm:[&_[role=timer]]:order-first max-sm:[&_[role=timer]]:mr-auto">
              <RevealTimer isCompact />
            </div>
            {decideUrl !== null && (
              <DecideInWindow
                href={decideUrl}
                className={`${buttonClass({ size: 'small' })} max-lg:order-2 lg:mx-1 phone:hidden`}
              />
            )}
            <Dialog.Close
              render={
                <Button tone="quiet" size="small" className="w-9 px-0!" aria-label={t('close')} />
              }
            >
              <X aria-hidden="true" className="size-4.5" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
