'use client'
/** On the first device: offers a link for another one, and asks for the code that the other one shows. */
import { Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
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
  actions: HandoffActions
  refresh: () => void
}

type Offer = Extract<HandoffOffer, { url: string }>

export function ContinueElsewhere({ state, actions, refresh }: ContinueElsewhereProps) {
  const t = useTranslations('Handoff')
  const [offer, setOffer] = useState<Offer | null>(null)
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
  const [copied, setCopied] = useState(false)
  const { size, path } = offer.qr
  return (
    <section
      aria-labelledby="handoff-title"
      className="flex flex-col gap-5 rounded-2xl border border-line bg-sunken/60 p-5 sm:flex-row sm:items-center sm:p-6"
    >
      {/* Dark on white in both colour schemes, so that cameras can read it. */}
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('qr')}
        shapeRendering="crispEdges"
        className="w-44 shrink-0 self-center rounded-xl bg-white"
      >
        <path d={path} fill="#000" />
      </svg>
      <div className="min-w-0">
        <h2 id="handoff-title" className="text-lg font-semibold">
          {t('title')}
        </h2>
        <p className="mt-1.5 text-[0.9375rem]/6 text-ink-soft">{t('steps')}</p>
        <p className="mt-2 text-sm/6 text-ink-faint">{t('private')}</p>
        <div className="mt-4 flex flex-wrap gap-2 max-sm:*:w-full">
          <Button
            tone="secondary"
            size="small"
            onClick={() =>
              void navigator.clipboard.writeText(offer.url).then(
                () => setCopied(true),
                () => setCopied(false),
              )
            }
          >
            {t('copy')}
          </Button>
          <Button tone="secondary" size="small" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
        <p role="status" className="mt-2 text-sm/6 text-good empty:hidden">
          {copied && t('copied')}
        </p>
      </div>
    </section>
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
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const code = String(new FormData(form).get('code') ?? '').trim()
    setBusy(true)
    const result = await confirm(code).catch(() => 'wrong_code' as const)
    setBusy(false)
    setIsWrong(result === 'wrong_code')
    if (result === 'wrong_code') form.querySelector('input')?.select()
    else onEnd(result === 'ended')
  }

  return (
    <form
      onSubmit={submit}
      aria-labelledby="handoff-code-title"
      className="rounded-2xl border border-line bg-sunken/60 p-5 sm:p-6"
    >
      <h2 id="handoff-code-title" className="text-lg font-semibold">
        {t('codeTitle')}
      </h2>
      <p className="mt-1.5 text-[0.9375rem]/6 text-ink-soft">{t('codeText')}</p>
      <label htmlFor="handoff-code" className="mt-4 block text-sm font-medium">
        {t('code')}
      </label>
      <div className="mt-2 flex flex-wrap items-center gap-3 max-sm:*:w-full">
        <input
          id="handoff-code"
          name="code"
          inputMode="numeric"
          pattern="[0-9]{4}"
          maxLength={4}
          required
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the other device has just asked for it
          autoFocus
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong ? 'handoff-code-error' : undefined}
          onChange={() => setIsWrong(false)}
          className="h-13 w-36 rounded-xl border border-line-strong bg-surface px-4 text-center text-2xl tracking-[0.3em] tabular-nums aria-invalid:border-bad"
        />
        <Button type="submit" size="large" inactive={busy}>
          {t('confirm')}
        </Button>
        <Button tone="secondary" size="large" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
      <FieldError id="handoff-code-error" message={isWrong ? t('wrongCode') : undefined} />
    </form>
  )
}
