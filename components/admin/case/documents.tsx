'use client'
/** The pictures, on demand: audited, cleared after five minutes, never stored. The identity comes and goes with them. */
import { Dialog } from '@base-ui/react/dialog'
import {
  ClockPlus,
  Eye,
  EyeOff,
  ImageOff,
  LoaderCircle,
  LockKeyhole,
  Maximize2,
  Timer,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { useState } from 'react'
import { TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import { documentTypeName, inWords, refusalText } from '@/components/admin/words'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import type { RevealedDocument, RevealedInquiry } from '@/lib/back-office/views'
import { hasDocuments, mayHaveIdentity } from '@/lib/inquiries/status'
import { DecideLink } from './decide-link'
import { Differences } from './identity'
import { type Refusal, useReveal, useSecondsLeft } from './use-reveal'

const WARN_SECONDS = 60
const AUDITED = 'Recorded in the audit trail under your name'

/** `not_opened`: the service has no inquiry yet. */
export type RevealAccess = 'allowed' | 'not_allowed' | 'not_opened'

interface DocumentsPanelProps {
  access: RevealAccess
  status: string | null
  /** The portal, where the reader decides. Null if there's nothing for them to decide. */
  decideUrl: string | null
}

export function DocumentsPanel({ access, status, decideUrl }: DocumentsPanelProps) {
  const { revealed } = useReveal()
  const pages = documentPages(revealed?.documents ?? [])
  return (
    <FocusKeeper>
      <Panel
        title="Documents"
        action={pages.length > 0 && <FullWindow pages={pages} decideUrl={decideUrl} />}
      >
        {access === 'allowed' ? (
          <Documents status={status} pages={pages} />
        ) : (
          <p className="text-sm/6 text-muted-foreground">
            {access === 'not_allowed'
              ? 'Your role can’t view these. Ask an admin if you need access.'
              : 'The service hasn’t opened this inquiry yet, so there’s nothing to show.'}
          </p>
        )}
      </Panel>
    </FocusKeeper>
  )
}

interface PagesProps {
  pages: readonly DocumentPage[]
}

function Documents({ status, pages }: PagesProps & { status: string | null }) {
  const { state } = useReveal()
  if (state.step !== 'shown') return <NothingShown status={status} />
  return (
    <div className="flex flex-col gap-3">
      {state.expiresAt !== null && <ExpiryWarning expiresAt={state.expiresAt} />}
      {typeof state.renewal === 'object' && <RefusalNotice {...state.renewal} />}
      <Unavailable revealed={state.revealed} />
      {pages.length > 0 && <Pictures pages={pages} />}
    </div>
  )
}

/** On a phone, one picture at a time. On a wider screen, all of them fit. */
function FullWindow({ pages, decideUrl }: PagesProps & { decideUrl: string | null }) {
  const [chosen, setChosen] = useState(pages[0]?.label)
  const only = pages.some(({ label }) => label === chosen) ? chosen : pages[0]?.label
  return (
    <Dialog.Root>
      <Dialog.Trigger render={<Button tone="quiet" size="small" className="-my-1.5 -mr-2" />}>
        <Maximize2 aria-hidden="true" className="size-4" />
        <span>Full window</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black" />
        <Dialog.Popup className="fixed inset-0 z-50 flex flex-col gap-3 bg-card p-3 outline-none sm:inset-4 sm:rounded-2xl sm:border sm:p-4">
          <div className="flex flex-wrap items-center gap-2">
            <Dialog.Title className="mr-auto text-sm font-semibold sm:mr-2">Documents</Dialog.Title>
            <div className="text-sm/5 max-sm:order-1 max-sm:basis-full sm:min-w-0 sm:flex-1">
              <Differences />
            </div>
            <RevealTimer />
            {decideUrl !== null && <DecideLink href={decideUrl} className="max-sm:hidden" />}
            <Dialog.Close
              render={<Button tone="quiet" size="small" className="w-9 px-0!" aria-label="Close" />}
            >
              <X aria-hidden="true" className="size-4.5" />
            </Dialog.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto">
            <Pictures pages={pages} only={only} />
          </div>
          {pages.length > 1 && (
            <div className="flex gap-1 rounded-xl bg-muted p-1 sm:hidden">
              {pages.map(({ label }) => (
                <Button
                  key={label}
                  tone={label === only ? 'secondary' : 'quiet'}
                  className="h-11 min-w-0 flex-1 px-2!"
                  aria-label={label}
                  aria-pressed={label === only}
                  onClick={() => setChosen(label)}
                >
                  <span className="truncate">{inWords(label.split(', ').at(-1) ?? label)}</span>
                </Button>
              ))}
            </div>
          )}
          {decideUrl !== null && (
            <DecideLink href={decideUrl} className="h-11 shrink-0 sm:hidden" />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface DocumentPage {
  /** `Passport, front`: the caption, and the alternative text. */
  label: string
  url: string
  isOfPerson: boolean
}

/** A selfie has no sides (D9), and a back page may be missing (D10). */
export function documentPages(documents: readonly RevealedDocument[]): DocumentPage[] {
  return documents.flatMap(({ type, frontPage, backPage, hasBackPage }) => {
    const name = documentTypeName(type)
    const isOfPerson = type === 'selfie' || type === 'signature'
    return [
      { label: hasBackPage ? `${name}, front` : name, url: frontPage, isOfPerson },
      { label: `${name}, back`, url: backPage, isOfPerson },
    ].flatMap(({ url, ...page }) => (url === null ? [] : { ...page, url }))
  })
}

/**
 * The document's pages, larger, beside the person's pictures.
 * @param props.only in the full window: the one that a phone shows
 */
function Pictures({ pages, only }: PagesProps & { only?: string }) {
  const ofDocument = pages.filter((page) => !page.isOfPerson)
  const ofPerson = pages.filter((page) => page.isOfPerson)
  const isSplit = ofDocument.length > 0 && ofPerson.length > 0
  // Two pages leave room beside them.
  const isTall = isSplit && ofDocument.length > 1
  const hint = (
    <p className="text-xs/5 text-subtle-foreground max-sm:hidden">
      To zoom: pinch, Ctrl and wheel, or&nbsp;+&nbsp;and&nbsp;−. To move: drag, or the arrow keys. 0
      fits it again.
    </p>
  )
  const picture = (page: DocumentPage) => {
    const fit = only === undefined ? 'page' : isTall && !page.isOfPerson ? 'half' : 'window'
    return (
      <div
        // The key isn't the URL, so that renewed links keep the view.
        key={page.label}
        className={cn('min-w-0', only !== undefined && page.label !== only && 'max-sm:hidden')}
      >
        <Picture page={page} fit={fit} />
      </div>
    )
  }
  return (
    <>
      <div
        className={cn(
          'grid items-start gap-3',
          isTall && only === undefined && 'sm:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]',
          isTall && only !== undefined && 'sm:grid-cols-2',
          isSplit && !isTall && 'sm:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]',
        )}
      >
        {ofDocument.length > 0 && (
          <div className="grid min-w-0 gap-3">{ofDocument.map(picture)}</div>
        )}
        {ofPerson.length > 0 && (
          <div className="grid min-w-0 gap-3">
            {ofPerson.map(picture)}
            {isTall && hint}
          </div>
        )}
      </div>
      {!isTall && hint}
    </>
  )
}

const ZOOM_BUTTON = 'h-8! w-8 px-0!'

/** The heights at which all pictures fit in the full window, below its header and with their captions. */
const HEIGHTS = {
  page: 'max-h-[80dvh]',
  half: 'max-h-[65dvh] sm:max-h-[calc((100dvh-13rem)/2)]',
  window: 'max-h-[65dvh] sm:max-h-[calc(100dvh-12rem)]',
} as const

function Picture({ page, fit }: { page: DocumentPage; fit: keyof typeof HEIGHTS }) {
  const { onImageError } = useReveal()
  const [isZoomed, setZoomed] = useState(false)
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  if (brokenUrl === page.url)
    return (
      <p className="flex aspect-3/2 flex-col items-center justify-center gap-1.5 rounded-lg bg-muted text-sm text-subtle-foreground">
        <ImageOff aria-hidden="true" className="size-6" />
        <span>{page.label}: couldn’t load</span>
      </p>
    )
  return (
    <TransformWrapper
      minScale={1}
      maxScale={8}
      // Until it's enlarged, a swipe scrolls the page, and so does a wheel without Ctrl. A trackpad's pinch counts as Ctrl.
      panning={{ disabled: !isZoomed, velocityDisabled: true }}
      wheel={{ activationKeys: ['Control', 'Meta'], touchPadDisabled: false }}
      doubleClick={{ mode: 'toggle' }}
      keyboard={{ disabled: false }}
      onTransform={(_, { scale }) => setZoomed(scale > 1)}
    >
      {({ zoomIn, zoomOut }) => (
        <figure className="min-w-0">
          <TransformComponent
            wrapperClass={`w-full! rounded-lg -outline-offset-2 ${isZoomed ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y'}`}
            contentClass="w-full!"
            wrapperProps={{ tabIndex: 0, role: 'group', 'aria-label': page.label }}
          >
            {/* biome-ignore lint/performance/noImgElement: Next's image proxy would store a copy on our server */}
            <img
              src={page.url}
              alt={page.label}
              referrerPolicy="no-referrer"
              draggable={false}
              onError={() => {
                setBrokenUrl(page.url)
                onImageError()
              }}
              className={cn(
                'min-h-24 w-full object-contain',
                page.isOfPerson && fit === 'page'
                  ? 'max-h-[min(40rem,80dvh)] max-sm:max-h-50'
                  : HEIGHTS[fit],
              )}
            />
          </TransformComponent>
          <figcaption className="mt-1 flex items-center justify-between gap-2 text-xs/5 text-subtle-foreground">
            <span className="min-w-0">{page.label}</span>
            <span className="flex shrink-0">
              <Button
                tone="quiet"
                size="small"
                className={ZOOM_BUTTON}
                aria-label={`Zoom out: ${page.label}`}
                inactive={!isZoomed}
                onClick={() => zoomOut()}
              >
                <ZoomOut aria-hidden="true" className="size-4" />
              </Button>
              <Button
                tone="quiet"
                size="small"
                className={ZOOM_BUTTON}
                aria-label={`Zoom in: ${page.label}`}
                onClick={() => zoomIn()}
              >
                <ZoomIn aria-hidden="true" className="size-4" />
              </Button>
            </span>
          </figcaption>
        </figure>
      )}
    </TransformWrapper>
  )
}

/** Which pictures are missing, and why. */
function Unavailable({ revealed }: { revealed: RevealedInquiry }) {
  const { documents, documentsUnavailable, identity } = revealed
  const withoutBack = documents.filter((one) => one.hasBackPage && !one.backPage)
  return (
    <>
      {documentsUnavailable === 'none' && (
        <Notice tone="info" role="status" title="No pictures available">
          The service couldn’t create a link for any of this inquiry’s documents.
        </Notice>
      )}
      {documentsUnavailable === 'not_approved' && (
        <p role="status" className="text-sm/6 text-muted-foreground">
          {identity
            ? 'With this status, the service gives the identity only.'
            : 'The service gave neither documents nor an identity.'}
        </p>
      )}
      {withoutBack.map(({ type }) => (
        <p key={type} className="text-xs/5 text-subtle-foreground">
          {documentTypeName(type)}: the back isn’t available.
        </p>
      ))}
    </>
  )
}

/** Shown before a reveal, after it expires and when it fails. */
function NothingShown({ status }: { status: string | null }) {
  const { state, reveal } = useReveal()
  const isLoading = state.step === 'loading'
  // D2, S3. We ask the service in any case, since it may know more than we do.
  const isExpected = hasDocuments(status) || mayHaveIdentity(status)
  const button = (label: string, tone: 'primary' | 'secondary') => (
    <Button
      tone={tone}
      size={isExpected ? 'medium' : 'small'}
      onClick={reveal}
      inactive={isLoading}
    >
      {isLoading ? (
        <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
      ) : (
        <Eye aria-hidden="true" className="size-4" />
      )}
      <span>{label}</span>
    </Button>
  )
  if (state.step === 'refused')
    return (
      <div className="flex flex-col items-start gap-3">
        <RefusalNotice {...state} />
        {button('Try again', 'secondary')}
      </div>
    )
  if (!isExpected)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm/6 text-muted-foreground">
        <p>With this status, the service normally gives neither documents nor an identity.</p>
        {button('Ask the service anyway', 'secondary')}
      </div>
    )
  const isExpired = state.step === 'expired'
  return (
    <div className="flex flex-col items-center justify-center gap-4 rounded-lg bg-muted px-4 py-7 text-center max-sm:py-5 sm:min-h-72">
      <span className="inline-flex size-11 items-center justify-center rounded-xl border bg-card text-muted-foreground max-sm:hidden">
        <LockKeyhole aria-hidden="true" className="size-5" />
      </span>
      <div role={isExpired ? 'status' : undefined}>
        <p className="font-medium">
          {isExpired ? 'The links have expired' : 'Identity and documents are locked'}
        </p>
        <p className="mt-1 text-sm/6 text-muted-foreground">
          {isExpired
            ? 'They last five minutes. The identity and documents have been cleared from this page.'
            : hasDocuments(status)
              ? 'Name, date of birth, address and document number, with the pictures.'
              : 'Name, date of birth, address and document number. The service has no pictures with this status.'}
        </p>
      </div>
      {button(isExpired ? 'Show again' : 'Show identity and documents', 'primary')}
      <p className="text-xs/5 text-subtle-foreground">
        <span className="block">On screen for five minutes, never stored</span>
        <span className="block">{AUDITED}</span>
      </p>
    </div>
  )
}

function RefusalNotice({ error, retryAfterSeconds }: Refusal) {
  const { title, text } = refusalText(error, retryAfterSeconds)
  return (
    <Notice tone="bad" role="alert" title={title}>
      {text}
    </Notice>
  )
}

/** The time left, with buttons to renew and hide. Empty while nothing is shown. */
export function RevealTimer() {
  const { state, reveal, hide } = useReveal()
  if (state.step !== 'shown' || state.expiresAt === null) return null
  return (
    <div className="flex items-center rounded-lg border bg-card">
      <Countdown expiresAt={state.expiresAt} />
      <Button
        tone="quiet"
        size="small"
        className="h-8.5! px-2.5!"
        onClick={reveal}
        inactive={state.renewal === 'pending'}
        aria-label="Renew for five minutes"
        title="Renew for five minutes"
      >
        <ClockPlus aria-hidden="true" className="size-4" />
        <span className="max-sm:hidden">Renew</span>
      </Button>
      <Button tone="quiet" size="small" className="h-8.5! px-2.5!" onClick={hide} title="Hide">
        <EyeOff aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Hide</span>
      </Button>
    </div>
  )
}

function Countdown({ expiresAt }: { expiresAt: number }) {
  const seconds = useSecondsLeft(expiresAt)
  return (
    <p
      role="timer"
      aria-label="Time left"
      title="How long the links to the documents still work"
      className={cn(
        'inline-flex h-8.5 items-center gap-1.5 rounded-lg px-2.5 text-sm font-medium tabular-nums',
        seconds <= WARN_SECONDS ? 'bg-warning-soft text-warning' : 'text-muted-foreground',
      )}
    >
      <Timer aria-hidden="true" className="size-4" />
      <span>{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>
    </p>
  )
}

/** Warns once, a minute before the pictures disappear, with a button to keep them. */
function ExpiryWarning({ expiresAt }: { expiresAt: number }) {
  const { reveal } = useReveal()
  const isSoon = useSecondsLeft(expiresAt) <= WARN_SECONDS
  return (
    <div role="status" className="contents">
      {isSoon && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl bg-warning-soft px-4 py-2.5 text-sm/6">
          <p>
            <strong className="font-semibold text-warning">Less than a minute left.</strong>{' '}
            <span className="text-muted-foreground">
              Then the identity and documents are cleared from this page.
            </span>
          </p>
          <Button tone="secondary" size="small" onClick={reveal}>
            Keep for five minutes
          </Button>
        </div>
      )}
    </div>
  )
}
