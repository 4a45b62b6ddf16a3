'use client'
/** On the first device: offers a link for another one, and asks for the code that the other one shows. */
import { Link2, Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button, TEXT_LINK } from '@/components/ui/button'
import { FieldError } from '@/components/ui/field-error'
import { Notice } from '@/components/ui/notice'
import type { HandoffConfirmation, HandoffOffer, HandoffState } from '@/lib/inquiries/views'

export interface HandoffActions {
  offer: () => Promise<HandoffOffer>
  confirm: (code: string) => Promise<HandoffConfirmation>
  end: () => Promise<void>
}

interface ContinueElsewhereProps {
  /** The handoff's state, from the server. */
  state: HandoffState | null
  /** The link, while this page has it. */
  offer: Offer | null
  setOffer: (offer: Offer | null) => void
  actions: HandoffActions
  refresh: () => void
}

export type Offer = Extract<HandoffOffer, { url: string }>

export function ContinueElsewhere({
  state,
  offer,
  setOffer,
  actions,
  refresh,
}: ContinueElsewhereProps) {
  const t = useTranslations('Handoff')
  const [problem, setProblem] = useState<'tooMany' | 'failed' | 'ended' | null>(null)
  const [busy, setBusy] = useState(false)

  async function makeLink() {
    setBusy(true)
    const made = await actions.offer().catch(() => ({ error: 'failed' }) as const)
    setBusy(false)
    setProblem('error' in made ? made.error : null)
    setOffer('url' in made ? made : null)
    refresh()
  }

  async function stayHere() {
    setOffer(null)
    setProblem(null)
    await actions.end().catch(() => undefined)
    refresh()
  }

  if (state === 'confirmed') {
    return (
      <Button tone="secondary" size="large" className="sm:self-start" onClick={stayHere}>
        {t('here')}
      </Button>
    )
  }
  if (state === 'claimed') {
    return (
      <CodeForm
        confirm={actions.confirm}
        onEnd={(ended) => {
          setOffer(null)
          if (ended) setProblem('ended')
          refresh()
        }}
        onCancel={stayHere}
      />
    )
  }
  // A reload loses the link, which is stored nowhere.
  if (state === 'offered' && offer) return <OfferedLink offer={offer} onCancel={stayHere} />
  return (
    <>
      {problem && (
        <Notice
          tone={problem === 'ended' ? 'info' : 'warn'}
          role="alert"
          title={problem === 'ended' ? t('ended') : undefined}
        >
          {t(problem === 'ended' ? 'endedText' : problem)}
        </Notice>
      )}
      <Button
        tone="secondary"
        size="large"
        className="max-sm:w-full max-sm:px-4 sm:self-start"
        inactive={busy}
        onClick={makeLink}
      >
        <Smartphone aria-hidden="true" className="size-4.5 shrink-0" />
        {t('offer')}
      </Button>
    </>
  )
}

function OfferedLink({ offer, onCancel }: { offer: Offer; onCancel: () => void }) {
  const t = useTranslations('Handoff')
  const [result, setResult] = useState<'copied' | 'shown' | null>(null)
  const { size, path } = offer.qr

  /** Over plain HTTP, browsers have no clipboard. */
  async function copy() {
    try {
      await navigator.clipboard.writeText(offer.url)
      setResult('copied')
    } catch {
      setResult('shown')
    }
  }

  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-[auto_1fr] sm:grid-rows-[auto_1fr] sm:gap-y-3">
      {/* Before the QR code, because a phone can't scan its own screen. */}
      <div className="flex min-w-0 flex-col items-start gap-3 sm:col-start-2">
        {result === 'shown' ? (
          <label className="block w-full text-sm font-medium">
            {t('link')}
            <input
              readOnly
              value={offer.url}
              // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed
              autoFocus
              onFocus={({ target }) => {
                target.select()
                // Selecting scrolls to the end, but the beginning says what it is.
                requestAnimationFrame(() => target.scrollTo({ left: 0 }))
              }}
              className="mt-1.5 block h-13 w-full rounded-xl border border-line-strong bg-sunken/60 px-3.5 font-mono text-sm font-normal -outline-offset-1 selection:bg-brand-soft selection:text-ink"
            />
          </label>
        ) : (
          <Button size="large" className="max-sm:w-full" onClick={copy}>
            <Link2 aria-hidden="true" className="size-4.5 shrink-0" />
            {t('copy')}
          </Button>
        )}
        <p role="status" className="text-sm/6 text-good empty:hidden">
          {result === 'copied' && t('copied')}
        </p>
        <p className="text-sm/6 text-ink-soft">{t('private')}</p>
      </div>
      <p
        aria-hidden="true"
        className="flex items-center gap-4 text-sm text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line sm:hidden"
      >
        {t('or')}
      </p>
      {/* Dark on white in both colour schemes, so that cameras can read it. */}
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('qr')}
        shapeRendering="crispEdges"
        className="w-48 max-w-full rounded-xl border border-line bg-white max-sm:mx-auto sm:w-61 sm:col-start-1 sm:row-span-2 sm:row-start-1"
      >
        <path d={path} fill="#000" />
      </svg>
      <button
        type="button"
        className={`${TEXT_LINK} sm:col-start-2 sm:self-end sm:justify-self-start`}
        onClick={onCancel}
      >
        {t('cancel')}
      </button>
    </div>
  )
}

interface CodeFormProps {
  confirm: HandoffActions['confirm']
  /** @param ended there is nothing left to confirm */
  onEnd: (ended: boolean) => void
  onCancel: () => void
}

function CodeForm({ confirm, onEnd, onCancel }: CodeFormProps) {
  const t = useTranslations('Handoff')
  const [isWrong, setIsWrong] = useState(false)
  const [wrongOnce, setWrongOnce] = useState(false)
  const [busy, setBusy] = useState(false)
  const [current, setCurrent] = useState(0)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const code = String(new FormData(form).get('code') ?? '').trim()
    setBusy(true)
    const result = await confirm(code).catch(() => 'wrong_code' as const)
    setBusy(false)
    setIsWrong(result === 'wrong_code')
    if (result === 'wrong_code') setWrongOnce(true)
    if (result === 'wrong_code') form.querySelector('input')?.select()
    else onEnd(result === 'ended')
  }

  return (
    <form onSubmit={submit}>
      <label htmlFor="handoff-code" className="block text-sm font-medium">
        {t('code')}
      </label>
      {/* One input, so that pasting works; the four slots behind it are only drawn. `ch` is the zero that isn't tabular. */}
      <div className="@container mt-1">
        <div className="group relative -mx-1 w-fit overflow-clip p-1 text-3xl font-semibold tabular-nums [--digit:0.633em] [--gap:0.5rem] [--slot:calc((100cqw-3*var(--gap))/4)] sm:[--slot:4rem]">
          <span aria-hidden="true" className="flex gap-(--gap)">
            {[0, 1, 2, 3].map((digit) => (
              <span
                key={digit}
                className={`h-16 w-(--slot) shrink-0 rounded-xl border bg-surface ${digit === current ? 'group-has-focus-visible:outline-2 group-has-focus-visible:-outline-offset-1' : ''} ${isWrong ? 'border-bad outline-bad' : 'border-line-strong outline-brand'}`}
              />
            ))}
          </span>
          <input
            id="handoff-code"
            name="code"
            inputMode="numeric"
            pattern="[0-9]{4}"
            maxLength={4}
            required
            autoComplete="one-time-code"
            // biome-ignore lint/a11y/noAutofocus: the other device has just asked for it
            autoFocus
            aria-invalid={isWrong ? true : undefined}
            aria-describedby={isWrong ? 'handoff-code-error' : undefined}
            onChange={({ target }) => {
              setIsWrong(false)
              setCurrent(Math.min(target.value.length, 3))
            }}
            // Wider than the slots, so that the space after the last digit doesn't scroll the others away.
            className="absolute inset-y-0 left-1 w-[calc(5*(var(--slot)+var(--gap)))] bg-transparent selection:bg-transparent selection:text-brand aria-invalid:text-bad aria-invalid:selection:text-bad pl-[calc((var(--slot)-var(--digit))/2)] tracking-[calc(var(--slot)+var(--gap)-var(--digit))] outline-none"
          />
        </div>
      </div>
      <FieldError id="handoff-code-error" message={isWrong ? t('wrongCode') : undefined} />
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:flex-col max-sm:items-stretch">
        <Button type="submit" size="large" inactive={busy}>
          {t('confirm')}
        </Button>
        <button type="button" className={TEXT_LINK} onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
      {/* A thief's device has the code, so the owner's doesn't: that's who looks here. */}
      <details open={wrongOnce} className="mt-5 text-[0.9375rem]/6">
        <summary className="w-fit font-medium text-balance text-ink-soft underline-offset-4 hover:underline">
          {t('noCode')}
        </summary>
        <p className="mt-2 text-ink-soft">{t('noCodeText')}</p>
      </details>
    </form>
  )
}
