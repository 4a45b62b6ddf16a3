'use client'
import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { encode } from 'uqr'
import { Button, buttonClass } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import { CodeField } from './code-field'
import { Problem, type Refusal } from './problem'

export type SetUpState =
  | { ok: null }
  | { ok: true; recoveryCodes: string[] }
  | { ok: false; reason: Refusal }

interface SecondFactorSetupProps {
  /** Null if there's nothing to set up. */
  enrolment: { uri: string; key: string } | null
  action: (previous: unknown, formData: FormData) => Promise<SetUpState>
}

export function SecondFactorSetup({ enrolment, action }: SecondFactorSetupProps) {
  const t = useTranslations('StaffAccount.setup')
  const [state, submit, pending] = useActionState<SetUpState, FormData>(action, { ok: null })
  if (state.ok) return <RecoveryCodes codes={state.recoveryCodes} />
  if (enrolment === null)
    return (
      <Notice tone="info" title={t('already')}>
        <a href="/admin" className="underline">
          {t('goHome')}
        </a>
      </Notice>
    )
  const qrCode = <QrCode text={enrolment.uri} label={t('qr')} />
  return (
    <FocusKeeper>
      <form action={submit} className="flex flex-col gap-4">
        <Problem reason={state.ok === false ? state.reason : null} />
        <h2 className="font-semibold">{t('add')}</h2>
        {/* A phone can't scan its own screen, so there the QR code is for an app on another device. */}
        <div className="flex flex-col gap-5 sm:flex-row sm:items-start sm:gap-6">
          <div className="grid min-w-0 gap-5">
            <a href={enrolment.uri} className={`${buttonClass({ tone: 'secondary' })} sm:hidden`}>
              {t('open')}
            </a>
            <div className="grid gap-1.5">
              <p className="text-sm text-ink-soft">{t('key')}</p>
              {/* Two lines of four groups, or four of two beside the QR code. */}
              <p
                translate="no"
                className="max-w-[20ch] sm:max-w-[10ch] font-mono text-sm/6 wrap-anywhere select-all"
              >
                {enrolment.key.match(/.{1,4}/g)?.join(' ')}
              </p>
              <CopyButton
                isLabelled
                text={enrolment.key}
                label={t('copyKey')}
                copiedLabel={t('keyCopied')}
                className="mt-1 max-sm:h-11 sm:justify-self-start sm:px-2.5"
              />
            </div>
          </div>
          <details className="sm:hidden">
            <summary className="text-sm font-medium">{t('scan')}</summary>
            <div className="mt-3">{qrCode}</div>
          </details>
          <div className="shrink-0 max-sm:hidden sm:order-first">{qrCode}</div>
        </div>
        <h2 className="mt-5 font-semibold">{t('enter')}</h2>
        <CodeField label={t('code')} isSixDigits />
        <Button type="submit" inactive={pending} className="mt-1">
          {t('submit')}
        </Button>
      </form>
    </FocusKeeper>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTranslations('StaffAccount.setup')
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="good" role="status" title={t('done')}>
        {t('recovery')}
      </Notice>
      <ul aria-label={t('codes')} className="grid gap-2 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="rounded-lg bg-sunken px-3 py-2 select-all">
            {code}
          </li>
        ))}
      </ul>
      {/* A full page load, so that no client state survives. */}
      <a href="/admin" className={buttonClass()}>
        {t('continue')}
      </a>
    </div>
  )
}

/** Drawn locally, so no QR code service sees the key. Black on white in both themes, so cameras can read it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      // Its white border disappears on a white card, so there the squares line up with the text.
      className="w-56 max-w-full rounded-lg sm:w-44 sm:not-dark:-mt-2.5 sm:not-dark:-ml-2.5"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
