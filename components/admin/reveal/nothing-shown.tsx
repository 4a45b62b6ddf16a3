'use client'
import { Eye, FileText, ListChecks, LoaderCircle, LockKeyhole, UserRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { hasDocuments, mayHaveIdentity } from '@/lib/inquiries/status'
import { RefusalNotice } from './refusal-notice'
import { useCaseReveal } from './reveal-context'

/** Shown before a reveal, after it expires and when it fails. Has the button that reveals, unless the bar at the foot of a phone has it. */
export function NothingShown({ fillsWindow }: { fillsWindow: boolean }) {
  const t = useTranslations('StaffCase')
  const { state, status, reveal } = useCaseReveal()
  const isLoading = state.step === 'loading'
  const expected = expectation(status)
  if (expected === 'nothing' && (state.step === 'hidden' || isLoading))
    return (
      <div>
        <p className="text-sm/6 text-ink-soft">
          {t(status === 'DECLINED' ? 'nothingWhenDeclined' : 'expectation.nothing')}
        </p>
        <p className="mt-2 flex flex-wrap gap-x-3 text-sm/6">
          <button
            type="button"
            onClick={reveal}
            disabled={isLoading}
            className="font-medium text-brand underline underline-offset-4"
          >
            {t(status === 'DECLINED' ? 'askAnyway' : 'show')}
          </button>
          <span className="text-ink-faint">{t('audited')}</span>
        </p>
      </div>
    )
  return (
    <div
      className={`flex flex-col items-center justify-center rounded-lg bg-sunken px-3 py-7 sm:px-6 ${expected === 'documents' ? `sm:min-h-80 ${fillsWindow ? 'flex-1' : ''}` : ''}`}
    >
      <div className="flex w-full max-w-sm flex-col items-center gap-4">
        {state.step === 'refused' ? (
          <RefusalNotice {...state} />
        ) : (
          <>
            <span className="inline-flex size-11 items-center justify-center rounded-xl border border-line bg-surface text-ink-soft">
              <LockKeyhole aria-hidden="true" className="size-5" />
            </span>
            {state.step === 'expired' ? (
              <div role="status" className="text-center">
                <p className="font-medium">{t('expired')}</p>
                <p className="mt-1 text-sm/6 text-ink-soft">{t('expiredText')}</p>
              </div>
            ) : (
              <p className="text-center font-medium">{t('locked')}</p>
            )}
          </>
        )}
        {state.step !== 'expired' && state.step !== 'refused' && (
          <Promises expected={expected} withChecks={status === 'NEEDS_REVIEW'} />
        )}
        <Button
          tone={expected === 'nothing' || state.step === 'refused' ? 'secondary' : 'primary'}
          onClick={reveal}
          inactive={isLoading}
          className={`${fillsWindow || state.step === 'expired' || state.step === 'refused' ? '' : 'max-md:in-[html:has([data-foot-bar])]:hidden'} max-sm:h-auto! max-sm:min-h-11 max-sm:w-full max-sm:px-3! max-sm:py-2 max-sm:whitespace-normal`}
        >
          {isLoading ? (
            <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" />
          ) : (
            <Eye aria-hidden="true" className="size-4" />
          )}
          {state.step === 'expired' ? t('showAgain') : t('show')}
        </Button>
        <p className="flex flex-col items-center text-center text-xs/5 text-ink-faint">
          {state.step !== 'expired' && state.step !== 'refused' && <span>{t('kept')}</span>}
          <span>{t('audited')}</span>
        </p>
      </div>
    </div>
  )
}

/** What a reveal shows. */
function Promises({
  expected,
  withChecks,
}: {
  expected: ReturnType<typeof expectation>
  /** An approval names its checks before a reveal. */
  withChecks: boolean
}) {
  const t = useTranslations('StaffCase')
  const promises = [
    { icon: UserRound, text: t('revealsIdentity') },
    { icon: FileText, text: t(`expectation.${expected}`) },
    ...(withChecks ? [{ icon: ListChecks, text: t('revealsChecks') }] : []),
  ]
  return (
    <ul className="grid gap-1.5 text-sm/5 text-ink-soft">
      {promises.map(({ icon: Icon, text }) => (
        <li key={text} className="flex gap-2.5">
          <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
          {text}
        </li>
      ))}
    </ul>
  )
}

/** What to expect for this status (D2, S3). We ask the service in any case, since it may know more than we do. */
function expectation(status: string | null): 'documents' | 'identity' | 'nothing' {
  if (hasDocuments(status)) return 'documents'
  return mayHaveIdentity(status) ? 'identity' : 'nothing'
}
