'use client'
/** The document images. An audited reveal fetches them with the identity, and the page removes everything when the URLs expire. */
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
import { type KeyboardEvent, useEffect, useReducer, useState } from 'react'
import { TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import { documentTypeName, formatDuration } from '@/components/admin/words'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import type { RevealError, RevealedDocument, RevealedInquiry } from '@/lib/back-office/revealed'
import { hasDocuments, mayHaveIdentity } from '@/lib/inquiries/status'
import { REVEAL_BUTTON, type Refusal, useReveal } from './use-reveal'

interface DocumentsPanelProps {
  mayReveal: boolean
  isRevealable: boolean
  status: string | null
}

export function DocumentsPanel({ mayReveal, isRevealable, status }: DocumentsPanelProps) {
  const { revealed, refusal } = useReveal()
  const pages = documentPages(revealed?.documents ?? [])
  return (
    <FocusKeeper>
      <Panel title="Documents" action={pages.length > 0 && <FullWindow pages={pages} />}>
        <p className="hidden text-sm/6 text-muted-foreground print:block">
          Identity and documents aren’t printed.
        </p>
        {revealed ? (
          <div className="flex flex-col gap-3 print:hidden">
            {refusal && <RefusalNotice {...refusal} />}
            <Unavailable revealed={revealed} />
            {pages.length > 0 && <Pictures pages={pages} isWindow={false} />}
          </div>
        ) : isRevealable ? (
          <NothingShown status={status} />
        ) : (
          <p className="text-sm/6 text-muted-foreground print:hidden">
            {mayReveal
              ? status === 'DECLINED'
                ? 'Not available for a declined check.'
                : 'Not available while the check is unfinished.'
              : 'Your role can’t view these. Ask an admin if you need access.'}
          </p>
        )}
      </Panel>
    </FocusKeeper>
  )
}

/** Opens the images in the full window. A phone doesn't need it, because its images have the full width already. */
function FullWindow({ pages }: { pages: readonly DocumentPage[] }) {
  const [isOpen, setOpen] = useState(false)
  const declared = useReveal().revealed?.identity?.declared.find(
    ({ name }) => name === 'fullName',
  )?.value
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className="-my-1.5 -mr-2 px-2.5! max-sm:hidden"
        onClick={() => setOpen(true)}
      >
        <Maximize2 aria-hidden="true" className="size-4" />
        <span>Full window</span>
      </Button>
      {isOpen && (
        <dialog
          ref={openAsModal}
          aria-label="Documents"
          onClose={() => setOpen(false)}
          onKeyDown={passKeyOn}
          className="m-auto size-full max-h-none max-w-none flex-col gap-3 bg-card p-4 text-foreground backdrop:bg-black open:flex print:hidden! sm:h-[calc(100%-2rem)] sm:w-[calc(100%-2rem)] sm:rounded-2xl sm:border"
        >
          <form method="dialog" className="flex flex-wrap items-center gap-2">
            <h2 className="text-sm font-semibold">Documents</h2>
            <p className="mr-auto text-sm text-muted-foreground">
              {declared && (
                <>
                  Declared name: <span translate="no">{declared}</span>
                </>
              )}
            </p>
            <RevealTimer />
            <Button
              type="submit"
              tone="quiet"
              size="small"
              className="w-9 px-0!"
              aria-label="Close"
            >
              <X aria-hidden="true" className="size-4.5" />
            </Button>
          </form>
          <Pictures pages={pages} isWindow />
        </dialog>
      )}
    </>
  )
}

const PICTURE = '[role="group"]'

const openAsModal = (dialog: HTMLDialogElement | null) => {
  if (dialog?.open !== false) return
  dialog.showModal()
  dialog.querySelector<HTMLElement>(PICTURE)?.focus()
}

/** Wherever the focus is in the dialog, the keys that zoom and move reach a picture: the focused one, or the first. */
function passKeyOn({ key, target, currentTarget }: KeyboardEvent<HTMLDialogElement>) {
  const isForPicture = /^([-+=0]|Arrow\w+)$/.test(key)
  if (!isForPicture || !(target instanceof Element) || target.closest(PICTURE)) return
  const picture = currentTarget.querySelector<HTMLElement>(PICTURE)
  picture?.focus()
  picture?.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true }))
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

interface PicturesProps {
  pages: readonly DocumentPage[]
  isWindow: boolean
}

/** Shows the document beside the person. In the full window its first page is large, so that both faces have about the same size. */
function Pictures({ pages, isWindow }: PicturesProps) {
  const ofPerson = pages.filter((page) => page.isOfPerson)
  const [first, ...backs] = pages.filter((page) => !page.isOfPerson)
  const left = [...(first ? [first] : []), ...(isWindow ? [] : backs)]
  const right = [...ofPerson, ...(isWindow ? backs : [])]
  return (
    <>
      <div className="flex min-h-0 flex-1 gap-3 max-sm:flex-col">
        {[left, right].map(
          (column) =>
            column.length > 0 && (
              <div
                key={column === left ? 'left' : 'right'}
                className={cn(
                  'flex min-w-0 flex-1 flex-col gap-3',
                  isWindow && column === left && 'sm:flex-2',
                )}
              >
                {column.map((page) => (
                  // The key isn't the URL, so that fresh URLs keep zoom and position.
                  <Picture key={page.label} page={page} isWindow={isWindow} />
                ))}
              </div>
            ),
        )}
      </div>
      <p className="text-xs/5 text-subtle-foreground max-sm:hidden">
        To zoom one picture: pinch, Ctrl and wheel, or&nbsp;+&nbsp;and&nbsp;−. To move it: drag, or
        the arrow keys. 0&nbsp;fits&nbsp;it&nbsp;again.
      </p>
    </>
  )
}

function Picture({ page, isWindow }: { page: DocumentPage; isWindow: boolean }) {
  const [isZoomed, setZoomed] = useState(false)
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const frameClass = 'flex min-h-40 min-w-0 flex-1 flex-col rounded-lg border bg-muted'
  if (brokenUrl === page.url)
    return (
      <p
        className={cn(
          frameClass,
          'items-center justify-center gap-1.5 text-sm text-subtle-foreground',
        )}
      >
        <ImageOff aria-hidden="true" className="size-6" />
        <span>{page.label}: couldn’t load</span>
      </p>
    )
  return (
    <TransformWrapper
      minScale={1}
      maxScale={8}
      // Before zooming, a swipe scrolls the page, and so does the wheel without Ctrl. Browsers report a trackpad's pinch as wheel with Ctrl.
      panning={{ disabled: !isZoomed, velocityDisabled: true }}
      wheel={{ activationKeys: ['Control', 'Meta'], touchPadDisabled: false }}
      doubleClick={{ mode: 'toggle' }}
      keyboard={{ disabled: false }}
      onTransform={(_, { scale }) => setZoomed(scale > 1)}
    >
      {({ zoomIn, zoomOut }) => (
        <figure className={frameClass}>
          <div className="flex min-h-0 flex-1 items-center p-2">
            <TransformComponent
              wrapperClass={`w-full! rounded-lg -outline-offset-2 ${isWindow ? 'h-full!' : ''} ${isZoomed ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y'}`}
              contentClass={`w-full! ${isWindow ? 'h-full!' : ''}`}
              wrapperProps={{ tabIndex: 0, role: 'group', 'aria-label': page.label }}
            >
              {/* biome-ignore lint/performance/noImgElement: Next's image proxy would store a copy on our server */}
              <img
                src={page.url}
                alt={page.label}
                referrerPolicy="no-referrer"
                draggable={false}
                onError={() => setBrokenUrl(page.url)}
                className={cn(
                  'min-h-24 w-full object-contain',
                  isWindow ? 'h-full' : 'max-h-[80dvh]',
                  page.isOfPerson && 'max-sm:max-h-50',
                )}
              />
            </TransformComponent>
          </div>
          <figcaption className="flex items-center border-t pl-3 text-xs/5 text-muted-foreground">
            <span className="mr-auto">{page.label}</span>
            <ZoomButton
              icon={ZoomOut}
              label={`Zoom out: ${page.label}`}
              onClick={() => zoomOut()}
            />
            <ZoomButton icon={ZoomIn} label={`Zoom in: ${page.label}`} onClick={() => zoomIn()} />
          </figcaption>
        </figure>
      )}
    </TransformWrapper>
  )
}

interface ZoomButtonProps {
  icon: typeof ZoomIn
  label: string
  onClick: () => void
}

const ZoomButton = ({ icon: Icon, label, onClick }: ZoomButtonProps) => (
  <Button
    tone="quiet"
    size="small"
    className="w-9 px-0! -outline-offset-2"
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    <Icon aria-hidden="true" className="size-4" />
  </Button>
)

/** Explains which images are missing, and why. */
function Unavailable({ revealed }: { revealed: RevealedInquiry }) {
  const { documents, status } = revealed
  const withoutBack = documents.filter((one) => one.hasBackPage && !one.backPage)
  return (
    <>
      {documents.length === 0 &&
        (hasDocuments(status) ? (
          <Notice tone="info" role="status" title="No pictures available">
            The service couldn’t create a link for any of this inquiry’s documents.
          </Notice>
        ) : (
          <p role="status" className="text-sm/6 text-muted-foreground">
            This check has no documents.
          </p>
        ))}
      {withoutBack.map(({ type }) => (
        <p key={type} className="text-xs/5 text-subtle-foreground">
          {documentTypeName(type)}: the back isn’t available.
        </p>
      ))}
    </>
  )
}

/** Shown before a reveal, after it expires, and when it fails. */
function NothingShown({ status }: { status: string | null }) {
  const { isExpired, isLoading, refusal, reveal } = useReveal()
  const withPictures = hasDocuments(status)
  const button = (label: string) => (
    <Button
      id={REVEAL_BUTTON}
      className="max-sm:w-full max-sm:px-0!"
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
  if (refusal)
    return (
      <div className="flex flex-col items-start gap-3 print:hidden">
        <RefusalNotice {...refusal} />
        {button('Try again')}
      </div>
    )
  return (
    <div className="flex flex-col items-center justify-center gap-4 rounded-lg bg-muted px-4 py-7 text-center max-sm:py-5 print:hidden">
      <span className="inline-flex size-11 items-center justify-center rounded-xl border bg-card text-muted-foreground max-sm:hidden">
        <LockKeyhole aria-hidden="true" className="size-5" />
      </span>
      <div>
        <p className="font-medium">
          {isExpired
            ? 'The links have expired'
            : withPictures
              ? 'Identity and documents are locked'
              : 'The identity is locked'}
        </p>
        <p className="mt-1 text-sm/6 text-muted-foreground">
          {isExpired
            ? 'They last at most five minutes. The identity and documents have been cleared from this page.'
            : withPictures
              ? 'Name, date of birth, address and document number, with the pictures.'
              : mayHaveIdentity(status)
                ? 'Name, date of birth, address and document number. A failed check has no pictures.'
                : 'The personal details from the applicant’s form. The service has no documents or identity for this check.'}
        </p>
      </div>
      {button(
        isExpired ? 'Show again' : withPictures ? 'Show identity and documents' : 'Show identity',
      )}
      <p className="text-xs/5 text-subtle-foreground">
        <span className="block">On screen for at most five minutes, never stored</span>
        <span className="block">Recorded in the audit trail under your name</span>
      </p>
    </div>
  )
}

const REFUSALS: Readonly<Record<RevealError, { title: string; text: string }>> = {
  signed_out: {
    title: 'You’re signed out',
    text: 'Sign in again in another tab, then try again here.',
  },
  forbidden: { title: 'Your role can’t view this', text: 'Ask an admin if you need access.' },
  not_found: {
    title: 'The service can’t find this inquiry',
    text: 'It may have been deleted there, or our API key may belong to another tenant. The service doesn’t say which.',
  },
  not_opened: {
    title: 'This inquiry isn’t open yet',
    text: 'The service hasn’t responded to our request to open it.',
  },
  rate_limited: {
    title: 'Too many requests',
    text: 'Calls to the service are limited at the moment.',
  },
  links_expired: {
    title: 'The links had already expired',
    text: 'The service’s clock and ours may differ. Try again. If it stays like this, tell the people who run this app.',
  },
  unavailable: {
    title: 'We can’t reach the service right now',
    text: 'It didn’t respond, or it refused our API key. Try again in a moment.',
  },
}

function RefusalNotice({ error, retryAfterSeconds: seconds }: Refusal) {
  const { title, text } = REFUSALS[error]
  return (
    <Notice tone="bad" role="alert" title={title}>
      {seconds === null ? text : `${text} Try again in ${formatDuration(seconds)}.`}
    </Notice>
  )
}

const WARN_SECONDS = 60

/** Shows the time left, with buttons to renew and hide. Warns a minute before the end. Empty while nothing is revealed. */
export function RevealTimer() {
  const { revealed, getLeftMs, isLoading, reveal, hide } = useReveal()
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!revealed) return
    const timer = setInterval(renderAgain, 250)
    return () => clearInterval(timer)
  }, [revealed])
  if (!revealed) return null
  const seconds = Math.ceil(getLeftMs() / 1_000)
  const isSoon = seconds <= WARN_SECONDS
  return (
    <div className="flex items-center rounded-lg border bg-card">
      <p
        role="timer"
        aria-label="Time left"
        title="Then the identity and documents are cleared from this page"
        className={cn(
          'inline-flex h-8.5 items-center gap-1.5 rounded-lg px-2.5 text-sm font-medium tabular-nums',
          isSoon ? 'bg-warning-soft text-warning' : 'text-muted-foreground',
        )}
      >
        <Timer aria-hidden="true" className="size-4" />
        <span>{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>
      </p>
      <span role="status" className="sr-only">
        {isSoon && 'Less than a minute left. Renew to keep the documents on screen.'}
      </span>
      <Button
        tone="quiet"
        size="small"
        className="h-8.5! px-2.5!"
        onClick={reveal}
        inactive={isLoading}
        title="Get new links, for up to five minutes"
      >
        <ClockPlus aria-hidden="true" className="size-4" />
        <span>Renew</span>
      </Button>
      <Button tone="quiet" size="small" className="h-8.5! px-2.5!" onClick={hide}>
        <EyeOff aria-hidden="true" className="size-4" />
        <span>Hide</span>
      </Button>
    </div>
  )
}
