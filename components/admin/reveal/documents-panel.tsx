'use client'
/** The pictures, on demand: audited, cleared after five minutes, never stored. Everything else about a person follows them. */
import { Dialog } from '@base-ui/react/dialog'
import { Eye, LoaderCircle, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Panel } from '@/components/admin/case/panel'
import { Button } from '@/components/ui/button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import { hasDocuments, mayHaveIdentity } from '@/lib/inquiries/status'
import type { RevealedInquiry } from '@/lib/inquiries/views'
import { ExpiryWarning, RevealTimer } from './countdown'
import {
  type DocumentNames,
  type DocumentPage,
  documentPages,
  documentTypeName,
} from './document-pages'
import { PictureStage, ZoomButtons } from './picture-stage'
import { ReasonForm } from './reason-form'
import { explainRefusal, isMissing } from './refusal'
import { useCaseReveal } from './reveal-context'
import type { RevealRefusal } from './use-reveal'

/** The same before and after, so that nothing moves when the pictures come. */
const STAGE_HEIGHT = 'sm:h-[min(58vh,34rem)]'

export function DocumentsPanel() {
  const t = useTranslations('StaffCase')
  const { state, access, revealed, onImageError } = useCaseReveal()
  const [isExpanded, setExpanded] = useState(false)
  const [zoom, onZoom] = useState(1)
  const pages = useDocumentPages(revealed)
  const stage = { pages, zoom, onZoom, onImageError }
  const content = (className: string) =>
    state.step === 'shown' && revealed !== null ? (
      <>
        {state.expiresAt !== null && <ExpiryWarning expiresAt={state.expiresAt} />}
        {typeof state.renewal === 'object' && <Refusal {...state.renewal} />}
        <Unavailable revealed={revealed} />
        {pages.length > 0 && <PictureStage {...stage} className={className} />}
      </>
    ) : (
      <NothingShown className={className} />
    )
  const zoomButtons = (onExpand?: () => void) =>
    pages.length > 0 && <ZoomButtons zoom={zoom} onZoom={onZoom} onExpand={onExpand} />
  return (
    <FocusKeeper>
      <div className="print:hidden">
        <Panel title={t('documents')} aside={zoomButtons(() => setExpanded(true))}>
          {access === 'allowed' ? (
            <div className="flex flex-col gap-2.5">{content(STAGE_HEIGHT)}</div>
          ) : (
            <p className="text-sm/6 text-ink-soft">{t(`access.${access}`)}</p>
          )}
        </Panel>
      </div>
      <FullWindow isOpen={isExpanded} onOpenChange={setExpanded} tools={zoomButtons()}>
        {content('flex-1 max-sm:overflow-y-auto')}
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
  }
}

function useDocumentPages(revealed: RevealedInquiry | null): DocumentPage[] {
  const names = useDocumentNames()
  return revealed ? documentPages(revealed.documents, names) : []
}

/** Before the first look, after the last second, and when there is no answer. */
function NothingShown({ className }: { className: string }) {
  const t = useTranslations('StaffCase')
  const { state, status, reveal } = useCaseReveal()
  const isLoading = state.step === 'loading'
  return (
    <div
      className={`flex min-h-56 flex-col items-center justify-center gap-4 rounded-lg bg-sunken px-5 py-10 text-center ${className}`}
    >
      {state.step === 'expired' && (
        <div role="status">
          <p className="font-medium">{t('expired')}</p>
          <p className="mt-1 text-sm/6 text-ink-soft">{t('expiredText')}</p>
        </div>
      )}
      {state.step === 'refused' && <Refusal {...state} />}
      {state.step !== 'expired' && (
        <p className="max-w-sm text-sm/6 text-ink-soft">
          {t(`expectation.${expectation(status)}`)}
        </p>
      )}
      <Button tone="secondary" onClick={reveal} inactive={isLoading} size="small">
        {isLoading ? (
          <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
        ) : (
          <Eye aria-hidden="true" className="size-4" />
        )}
        {state.step === 'expired' ? t('showAgain') : t('show')}
      </Button>
      <p className="text-xs/5 text-ink-faint">{t('audited')}</p>
    </div>
  )
}

/** What to expect for this status (D2, S3). We ask the service in any case, since it may know more than we do. */
function expectation(status: string | null): 'documents' | 'identity' | 'nothing' {
  if (hasDocuments(status)) return 'documents'
  return mayHaveIdentity(status) ? 'identity' : 'nothing'
}

/** Why there is no answer; or, if REVEAL_RULE asks for a reason, the form for it. */
function Refusal({ error, retryAfterSeconds }: RevealRefusal) {
  const t = useTranslations('StaffCase')
  const { id, request, reveal } = useCaseReveal()
  if (isMissing(error))
    return (
      <div className="w-full max-w-md text-left">
        <ReasonForm key={error} id={id} missing={error} action={request} onAllowed={reveal} />
      </div>
    )
  const { title, text } = explainRefusal(t, error, retryAfterSeconds)
  return (
    <div className="text-left">
      <Notice tone="bad" role="alert" title={title}>
        {text}
      </Notice>
    </div>
  )
}

/** What there is no picture of, and why. */
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
  children,
}: {
  isOpen: boolean
  tools: ReactNode
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}) {
  const t = useTranslations('StaffCase')
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/70" />
        <Dialog.Popup className="fixed inset-2 z-50 flex flex-col gap-3 overflow-y-auto rounded-2xl border border-line bg-surface p-4 outline-none sm:inset-4 print:hidden">
          <div className="flex flex-wrap items-center gap-2">
            <Dialog.Title className="mr-auto text-sm font-semibold">{t('documents')}</Dialog.Title>
            {tools}
            <RevealTimer />
            <Dialog.Close
              render={
                <Button tone="quiet" size="small" className="px-2!" aria-label={t('close')} />
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
