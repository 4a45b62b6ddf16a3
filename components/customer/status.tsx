'use client'
/** The applicant's live status. It shows the stage, offers the next step, and polls while the stage can change. */
import {
  CircleAlert,
  CircleCheck,
  CircleMinus,
  CirclePause,
  ClipboardClock,
  CloudOff,
  Hourglass,
  IdCard,
  LoaderCircle,
  ScanFace,
  Sun,
  UserRoundSearch,
} from 'lucide-react'
import { type Locale, useLocale, useMessages, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { FocusKeeper } from '@/components/ui/focus-keeper'
import { Notice } from '@/components/ui/notice'
import { languageTag } from '@/components/ui/utc-time'
import type { ApplicantInquiryView } from '@/lib/inquiries/applicant-view'
import { type ShownStage, shownStage } from '@/lib/inquiries/stages'
import { SITE } from '@/site'
import { NewAccount } from './account'
import { Progress } from './progress'
import { HelpLine, ICON_TILE, NoApplication, SignedOut } from './shell'
import { STAGES, type StageLook, type Trouble, troubleOf } from './stages'
import {
  type FlowEnd,
  type HostedFlow,
  type HostedFlowSettings,
  useHostedFlow,
} from './use-hosted-flow'
import { isMissing, useCurrentInquiry } from './use-inquiry'

interface LiveStatusProps {
  initial: ApplicantInquiryView
  productName: string
  flow: HostedFlowSettings
  /** How the hosted flow ended, if it just redirected the customer here. */
  returned: FlowEnd | null
  /** Makes a read due. */
  flowReturnedAction: () => Promise<void>
}

const TIPS = [
  { id: 'light', icon: Sun },
  { id: 'document', icon: IdCard },
  { id: 'face', icon: ScanFace },
] as const

/** If no read confirms the flow's "completed" in this time, the page stops showing it. */
const CLAIM_VALID_MS = 15_000

export function LiveStatus({ initial, productName, returned, ...props }: LiveStatusProps) {
  const t = useTranslations('Verify')
  const { flowReturnedAction } = props
  const { inquiry, offline, refresh, noteReturn } = useCurrentInquiry(initial, flowReturnedAction)
  const flow = useHostedFlow(props.flow, returned, noteReturn)

  const reported = useRef(false)
  useEffect(() => {
    if (!returned || reported.current) return
    reported.current = true
    // Removes the query, so that a reload or a bookmark doesn't count as another return.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    noteReturn()
  }, [returned, noteReturn])

  const isOutdated = useIsOutdated(flow.ended === 'completed')
  if (isMissing(inquiry)) return inquiry === 'signed_out' ? <SignedOut /> : <NoApplication />
  const shown = shownStage(inquiry, flow.ended === 'completed' && !isOutdated)
  const trouble = troubleOf(offline, inquiry, shown, !offline || navigator.onLine)
  return (
    <FocusKeeper>
      <StagePanel inquiry={inquiry} shown={shown} trouble={trouble} productName={productName}>
        {trouble === 'offline' && (
          <Button size="large" className="w-full sm:w-auto sm:self-start" onClick={refresh}>
            {t('reconnect')}
          </Button>
        )}
        {!trouble && (
          <NextAction inquiry={inquiry} shown={shown} flow={flow} isReturned={returned !== null} />
        )}
      </StagePanel>
    </FocusKeeper>
  )
}

interface NextActionProps {
  inquiry: ApplicantInquiryView
  shown: ShownStage
  flow: HostedFlow
  isReturned: boolean
}

/** The action that this stage offers. */
function NextAction({ inquiry, shown, flow, isReturned }: NextActionProps) {
  const t = useTranslations('Verify')
  const { inquiryId, expiresAt } = inquiry
  const again = `/apply?product=${encodeURIComponent(inquiry.product)}`
  const contact = `mailto:${SITE.supportEmail}?subject=${encodeURIComponent(inquiry.reference)}`
  switch (shown) {
    case 'ready':
      if (!inquiryId) return null
      return <StartCheck inquiryId={inquiryId} expiresAt={expiresAt} flow={flow} />
    case 'handed_in':
      // A service with one return URL also sends customers there who left early, so offer to continue.
      if (!inquiryId || !isReturned) return null
      return (
        <Button
          tone="secondary"
          size="large"
          className="sm:self-start"
          onClick={() => flow.start(inquiryId)}
        >
          {t('start.unfinished')}
        </Button>
      )
    case 'opened':
      return <LargeLink href="/account">{t('toAccount')}</LargeLink>
    case 'on_hold':
    case 'account_refused':
      return <LargeLink href={contact}>{t('contact')}</LargeLink>
    case 'declined':
      return (
        <>
          {/* Matches the gap between paragraphs. */}
          <p className="-mt-3 mb-2 text-[1.0625rem]/7 text-muted-foreground">
            {t('applyAgainText')}
          </p>
          <div className="flex items-center gap-x-6 gap-y-3 max-sm:flex-col max-sm:items-stretch">
            <LargeLink href={contact}>{t('contact')}</LargeLink>
            <a
              href={again}
              className="self-center rounded-md py-2 text-[0.9375rem] font-medium text-muted-foreground underline underline-offset-4 hover:text-foreground"
            >
              {t('applyAgain')}
            </a>
          </div>
        </>
      )
    case 'failed':
      return (
        <>
          <Tips />
          <LargeLink href={again}>{t('newCheck')}</LargeLink>
        </>
      )
    case 'expired':
      return (
        <>
          <LargeLink href={again}>{t('newCheck')}</LargeLink>
          {expiresAt && <Deadline text="start.expiredOn" iso={expiresAt} />}
        </>
      )
    case 'open_failed':
      return <LargeLink href={again}>{t('tryAgain')}</LargeLink>
    default:
      return null
  }
}

function LargeLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={cn(buttonClass({ size: 'large' }), 'sm:self-start')}>
      {children}
    </a>
  )
}

/** Tips for better pictures in the next attempt. */
function Tips() {
  const t = useTranslations('Verify.tips')
  return (
    <ul className="mb-2 grid gap-3 text-[0.9375rem]/6">
      {TIPS.map(({ id, icon: Icon }) => (
        <li key={id} className="flex gap-3">
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary" />
          {t(id)}
        </li>
      ))}
    </ul>
  )
}

/** Whether the flow's "completed" is so old that a read should have confirmed it by now. */
function useIsOutdated(isClaimed: boolean): boolean {
  const [isOutdated, setOutdated] = useState(false)
  useEffect(() => {
    setOutdated(false)
    if (!isClaimed) return
    const timer = setTimeout(() => setOutdated(true), CLAIM_VALID_MS)
    return () => clearTimeout(timer)
  }, [isClaimed])
  return isOutdated
}

/** Stages whose own text says how to get in touch. */
const OFFERS_CONTACT: readonly ShownStage[] = ['declined', 'on_hold', 'account_refused']

interface StagePanelProps {
  inquiry: ApplicantInquiryView
  shown: ShownStage
  /** Shown instead of the stage. */
  trouble: Trouble | null
  productName: string
  /** Notices and actions. */
  children?: ReactNode
}

/** Says what is happening, what comes next, and how long it usually takes. */
function StagePanel(props: StagePanelProps) {
  const { inquiry, shown, trouble, productName, children } = props
  const t = useTranslations('Verify')
  const account = useTranslations('Account')
  const texts: Readonly<Record<string, string>> = useMessages().Verify.stages[shown]
  const { tone, step } = STAGES[shown]
  // The usual time doesn't apply while the service is down.
  const usually = inquiry.serviceUnreachable ? undefined : texts.usually
  const aside = usually ?? (shown === 'on_hold' ? inquiry.account : null)
  // One text node: a browser's translation moves nodes, and then React can't remove one of several.
  const sentences = trouble
    ? [t(`${trouble}Text`)]
    : [
        texts.now,
        shown === 'opened' && account('open', { product: productName }),
        texts.more,
        shown === 'approved' && t('accountOpening', { product: productName }),
      ].filter(Boolean)
  const title = trouble ? t(trouble) : texts.title
  const next = texts.prepare ?? texts.next
  useEffect(() => {
    document.title = `${title} · ${SITE.name}`
  }, [title])
  return (
    <>
      <Progress step={step} tone={trouble ? 'attention' : tone} done={inquiry.accountOpened} />
      <Card className="mt-6 overflow-hidden shadow-sm">
        <div className="p-6 sm:p-9">
          <StageIcon tone={trouble ? 'trouble' : tone} />
          {shown !== 'opened' && (
            <p className="mt-5 -mb-4 text-sm font-medium text-subtle-foreground">{productName}</p>
          )}
          <div role="status">
            <h1 tabIndex={-1} className="mt-5 text-2xl font-semibold sm:text-[1.75rem]/tight">
              {title}
            </h1>
            <p className="mt-3 text-[1.0625rem]/7 text-muted-foreground">{sentences.join(' ')}</p>
          </div>
          {!trouble && OFFERS_CONTACT.includes(shown) && (
            <p className="mt-3 text-sm text-subtle-foreground">
              {t.rich('reference', {
                reference: inquiry.reference,
                code: (reference) => <b className="font-medium text-foreground">{reference}</b>,
              })}
            </p>
          )}
          <div className="mt-6 flex flex-col gap-4 empty:hidden">{children}</div>
        </div>
        {!trouble && next && (
          <dl className="grid gap-x-8 gap-y-4 border-t bg-muted/60 px-6 py-5 text-[0.9375rem]/6 sm:grid-cols-[minmax(0,1fr)_10.5rem] sm:px-9">
            <div>
              <dt className="font-medium">{t(texts.prepare ? 'prepareTitle' : 'nextTitle')}</dt>
              <dd className="text-balance text-muted-foreground">{next}</dd>
            </div>
            {aside && (
              <div>
                <dt className="font-medium">{usually ? t('usuallyTitle') : account('number')}</dt>
                <dd className="text-muted-foreground tabular-nums">{aside}</dd>
              </div>
            )}
          </dl>
        )}
        {shown === 'opened' && (
          <NewAccount
            product={inquiry.product}
            productName={productName}
            account={inquiry.account}
          />
        )}
      </Card>
      {!OFFERS_CONTACT.includes(shown) && <HelpLine />}
    </>
  )
}

const LOOKS = {
  waiting: { icon: LoaderCircle, look: 'bg-info-soft text-info' },
  action: { icon: ScanFace, look: 'bg-accent text-primary' },
  review: { icon: UserRoundSearch, look: 'bg-info-soft text-info' },
  longer: { icon: ClipboardClock, look: 'bg-info-soft text-info' },
  good: { icon: CircleCheck, look: 'bg-success-soft text-success' },
  attention: { icon: Hourglass, look: 'bg-warning-soft text-warning' },
  held: { icon: CirclePause, look: 'bg-warning-soft text-warning' },
  trouble: { icon: CloudOff, look: 'bg-warning-soft text-warning' },
  // The customer can't correct a decline, so it must not look like an error.
  declined: { icon: CircleMinus, look: 'bg-border/55 text-muted-foreground' },
  bad: { icon: CircleAlert, look: 'bg-destructive-soft text-destructive' },
} as const

function StageIcon({ tone }: { tone: StageLook['tone'] | 'trouble' }) {
  const { icon: Icon, look } = LOOKS[tone]
  return (
    <span aria-hidden="true" className={cn(ICON_TILE, look)}>
      <Icon className={cn('size-7', tone === 'waiting' && 'motion-safe:animate-spin')} />
    </span>
  )
}

interface StartCheckProps {
  inquiryId: string
  expiresAt: string | null
  flow: HostedFlow
}

/** Starts the hosted flow, and explains what to do if the browser blocks it. */
function StartCheck({ inquiryId, expiresAt, flow }: StartCheckProps) {
  const t = useTranslations('Verify.start')
  const { state, ended } = flow
  const loading = state === 'loading'
  return (
    <>
      {ended && state === 'idle' && (
        <Notice tone="info" role="status" title={t(ended === 'completed' ? 'doubt' : 'left')}>
          {t(ended === 'completed' ? 'doubtText' : 'leftText')}
        </Notice>
      )}
      {state === 'blocked' && <OwnPage inquiryId={inquiryId} settings={flow.settings} />}
      <noscript>
        <Notice tone="warn" title={t('noScript')}>
          {t('noScriptText')}
        </Notice>
      </noscript>
      <Button
        size="large"
        tone={state === 'blocked' ? 'secondary' : 'primary'}
        className="w-full sm:w-auto sm:self-start"
        inactive={loading}
        onClick={() => flow.start(inquiryId)}
      >
        {loading && <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />}
        <span>{t(state === 'blocked' ? 'tryHere' : ended ? 'continue' : 'start')}</span>
      </Button>
      {expiresAt && <Deadline text="start.completeBy" iso={expiresAt} />}
    </>
  )
}

/**
 * Opens the flow on its own page. A content blocker that stops the service's script usually allows that page. If a certificate is the
 * problem, the browser explains it there, but never to a script.
 */
function OwnPage({ inquiryId, settings }: { inquiryId: string; settings: HostedFlowSettings }) {
  const t = useTranslations('Verify.start')
  const { flowUrl, returnUrl, cancelUrl, language } = settings
  const fields = { inquiryId, returnUrl, cancelUrl, language }
  return (
    <form action={flowUrl} method="post">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Notice tone="warn" role="alert" title={t('blocked')}>
        {t('blockedText', { host: new URL(flowUrl).host })}
      </Notice>
      <Button type="submit" size="large" className="mt-4 w-full sm:w-auto">
        {t('ownPage')}
      </Button>
    </form>
  )
}

/** The deadline for the check, which may have passed (O6). */
function Deadline({ text, iso }: { text: 'start.completeBy' | 'start.expiredOn'; iso: string }) {
  const t = useTranslations('Verify')
  return (
    <p className="text-sm text-subtle-foreground">
      {t.rich(text, { time: () => <LocalTime iso={iso} /> })}
    </p>
  )
}

const MINUTE = {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

const noSubscription = () => () => {}

const format = (locale: Locale, iso: string, timeZone?: 'UTC') =>
  new Intl.DateTimeFormat(languageTag(locale), { ...MINUTE, timeZone }).format(new Date(iso))

/** A time to the minute, in the reader's time zone, which the server doesn't know. */
function LocalTime({ iso }: { iso: string }) {
  const locale = useLocale()
  const text = useSyncExternalStore(
    noSubscription,
    () => format(locale, iso),
    () => format(locale, iso, 'UTC'),
  )
  return <time dateTime={iso}>{text}</time>
}
