/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The console's page. Its parts are rendered here only: the stream sends the same HTML, which the script puts in their places.
import { html, raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { HiddenFields } from '../portal/kit.tsx'
import { Brand } from '../portal/page.tsx'
import { inWords } from '../portal/words.ts'
import { SERVICE_NAME } from '../web/service-brand.ts'
import { type Call, CUTS, type Cue, currentCue, MERCHANT, plannedSeconds } from './cues.ts'
import type { Presentation } from './presentation.ts'

const MAX_CALLS = 5
/** A merchant polls while nothing is decided. */
const UNDECIDED = ['PENDING', 'COMPLETED']

interface GuidePageProps {
  presentation: Presentation
  nonce: string
}

export function GuidePage({ presentation, nonce }: GuidePageProps) {
  const parts = renderParts(presentation)
  return html`<!doctype html>${(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Presenter’s console · {SERVICE_NAME} sandbox</title>
        <link rel="icon" type="image/svg+xml" href="/portal/icon.svg" />
        <link rel="stylesheet" href="/portal/assets/portal.css" />
        <link rel="stylesheet" href="/guide/assets/guide.css" />
        <script src="/guide/assets/guide.js" nonce={nonce} defer />
      </head>
      <body class="guide" data-now={Date.now()} data-settling="">
        <header>
          <Brand />
          <div id="clock">{raw(parts.clock)}</div>
        </header>
        <main>
          <div id="say" role="status">
            {raw(parts.say)}
          </div>
          <div id="do">{raw(parts.do)}</div>
        </main>
        <section class="panel" aria-labelledby="wire-title" tabindex={0}>
          <h2 id="wire-title">On the wire</h2>
          <div id="calls">{raw(parts.calls)}</div>
        </section>
        <nav class="panel" aria-labelledby="cues-title">
          <h2 id="cues-title">Cues</h2>
          <div id="cues">{raw(parts.cues)}</div>
        </nav>
      </body>
    </html>
  )}`
}

/** The HTML of each part of the page, by the id of its element. */
export function renderParts(presentation: Presentation) {
  return {
    clock: String(<Clock presentation={presentation} />),
    say: String(<Say presentation={presentation} />),
    do: String(<Do presentation={presentation} />),
    calls: String(<Calls presentation={presentation} />),
    cues: String(<Cues presentation={presentation} />),
  }
}

interface PartProps {
  presentation: Presentation
}

/** The script counts on from the given instants. */
function Clock({ presentation: { story } }: PartProps) {
  const cue = story && currentCue(story)
  if (!cue) return <p class="soft">Presenter’s console</p>
  return (
    <p role="timer">
      This cue <strong data-since={story.cueSinceMs}>–:––</strong> of {inMinutes(cue.seconds)} ·
      Story <strong data-since={story.startedAtMs}>–:––</strong> of{' '}
      {inMinutes(plannedSeconds(story.cut))}
    </p>
  )
}

const inMinutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

function Say({ presentation }: PartProps) {
  const { story, tenant, facts } = presentation
  const cue = story && currentCue(story)
  if (!story) {
    return (
      <>
        <h1>One customer of {tenant.name}, from the form to the audit trail</h1>
        <p class="hint">
          Before the audience comes, sign in on the stage ({MERCHANT.credentials}), and put the
          stage on the big screen. Keep this window to yourself.
        </p>
      </>
    )
  }
  if (!cue) {
    return (
      <>
        <h1>That was the story.</h1>
        <p class="hint">Questions? Every cue is still there to be shown again.</p>
      </>
    )
  }
  return (
    <>
      <p class="soft">
        {story.index + 1} of {CUTS[story.cut].length} · {cue.title}
      </p>
      <h1>{cue.say}</h1>
      {cue.hint && <p class="hint">{presentation.fill(cue.hint)}</p>}
      {cue.id === 'account' && facts.trustedAtMs > Date.now() && (
        <p class="hint">
          The account can open in <strong data-until={facts.trustedAtMs}>–:––</strong>.
        </p>
      )}
    </>
  )
}

function Do({ presentation }: PartProps) {
  const { story, inquiry, facts } = presentation
  if (!story) {
    return (
      <>
        <SignIn presentation={presentation} />
        <Start cut="full" isPrimary />
        <Start cut="short" />
      </>
    )
  }
  const cue = currentCue(story)
  if (!cue) {
    return <Start cut={story.cut} again />
  }
  const next = CUTS[story.cut][story.index + 1]
  const nobodyApplied = inquiry === null && !facts.refused
  // The presenter went straight to a cue after the application.
  const needsCustomer = nobodyApplied && story.index > 1
  const canGoOn = !nobodyApplied || story.index === 0
  return (
    <>
      <div class="row">
        {needsCustomer ? (
          <Link href={presentation.urlOf({ at: 'merchant', path: MERCHANT.form })} isPrimary>
            Nobody has applied yet: open the form
          </Link>
        ) : (
          <>
            {cue.action && !story.acted && <Act cue={cue} isPrimary />}
            {canGoOn && (!cue.action || story.acted) && (
              <GoOn index={story.index + 1} cue={cue} isDone={cue.isDone(facts, true)} />
            )}
            {cue.action?.stage && story.acted && <Act cue={cue} />}
          </>
        )}
      </div>
      <p class="next">
        <span class="soft">Next:</span> {next ? next.title : 'the end'}
      </p>
    </>
  )
}

function SignIn({ presentation }: PartProps) {
  const href = presentation.urlOf({ at: 'merchant', path: MERCHANT.staff })
  return <Link href={href}>Sign in on the stage</Link>
}

const CUT_NAMES = { full: 'eight minutes', short: 'three minutes' }

function Start(props: { cut: 'full' | 'short'; isPrimary?: boolean; again?: boolean }) {
  const { cut, isPrimary, again } = props
  return (
    <Form action="/guide/start" fields={{ cut }} isPrimary={isPrimary} target="stage">
      {again ? 'Start again, with a new customer' : `Start: ${CUT_NAMES[cut]}`}
    </Form>
  )
}

function Act({ cue, isPrimary }: { cue: Cue; isPrimary?: boolean }) {
  return (
    <Form
      action="/guide/act"
      fields={{ cue: cue.id }}
      isPrimary={isPrimary}
      target={cue.action?.stage && 'stage'}
    >
      {isPrimary ? cue.action?.label : 'Show it again'}
    </Form>
  )
}

/** Space doesn't skip what the audience has come for. */
function GoOn({ index, cue, isDone }: { index: number; cue: Cue; isDone: boolean }) {
  const skip = cue.skip ? 'Skip: let the service do it' : 'Skip'
  return (
    <Form action="/guide/go" fields={{ index: String(index) }} isPrimary={isDone}>
      {isDone ? 'Go on' : skip}
    </Form>
  )
}

function Form(props: {
  action: string
  fields: Readonly<Record<string, string>>
  isPrimary?: boolean | undefined
  target?: string | undefined
  children: Child
}) {
  const { action, fields, isPrimary = false, target, children } = props
  return (
    <form method="post" action={action} target={target}>
      <HiddenFields fields={fields} />
      <button
        class={isPrimary ? 'button primary' : 'button'}
        type="submit"
        data-primary={isPrimary ? '' : undefined}
        autofocus={isPrimary}
      >
        {children}
        {isPrimary && <kbd>Space</kbd>}
      </button>
    </form>
  )
}

function Link(props: { href: string; isPrimary?: boolean; children: Child }) {
  const { href, isPrimary, children } = props
  return (
    <a
      class={isPrimary ? 'button primary' : 'button'}
      href={href}
      target="stage"
      data-primary={isPrimary ? '' : undefined}
    >
      {children}
      {isPrimary && <kbd>Space</kbd>}
    </a>
  )
}

function Calls({ presentation }: PartProps) {
  const { story, tenant } = presentation
  const lines: { text: string; isOk: boolean; times: number; atMs: number }[] = []
  for (const call of story ? presentation.calls : []) {
    const text = sentenceOf(call, tenant.name)
    const last = lines.at(-1)
    if (last?.text === text) last.times++
    else lines.push({ text, isOk: call.isOk, times: 1, atMs: call.atMs })
  }
  if (lines.length === 0) {
    return (
      <p class="soft">Nothing yet. What the bank asks and what the service reports shows here.</p>
    )
  }
  return (
    <ol>
      {lines
        .slice(-MAX_CALLS)
        .toReversed()
        .map(({ text, isOk, times, atMs }) => (
          <li class={isOk ? undefined : 'tone-bad'}>
            <time class="soft" data-at={atMs}>
              –:––
            </time>
            <span>
              {text}
              {times > 1 && <span class="soft"> ×{times}</span>}
            </span>
          </li>
        ))}
    </ol>
  )
}

/** One call as the audience would say it. */
function sentenceOf({ what, isOk, says, isLost }: Call, bank: string): string {
  switch (what) {
    case 'open':
      return isOk
        ? `${bank} asked the service to check a customer`
        : `${bank} asked for a check: the service was down`
    case 'documents':
      return `${bank} asked for the documents${isOk ? '' : ', without success'}`
    case 'status':
      if (says === null) return `${bank} asked: no answer`
      return `${bank} asked: ${UNDECIDED.includes(says) ? 'not decided yet' : `“${inWords(says)}”`}`
    case 'event': {
      const word = says === null ? 'something' : `“${inWords(says)}”`
      if (isLost) return `The service’s message ${word} got lost`
      return `The service reported ${word}${isOk ? '' : ': not received'}`
    }
  }
}

/** Each cue leads to itself. A tick means that it has happened, not only that it's over. */
function Cues({ presentation }: PartProps) {
  const { story, facts } = presentation
  if (!story) return null
  return (
    <>
      <ol>
        {CUTS[story.cut].map((cue, index) => {
          const isTold = index < story.index && cue.isDone(facts, true)
          return (
            <li>
              <form method="post" action="/guide/go">
                <HiddenFields fields={{ index: String(index) }} />
                <button
                  class={isTold ? 'told' : undefined}
                  type="submit"
                  aria-current={index === story.index ? 'step' : undefined}
                >
                  {cue.title}
                  {isTold && <span class="visually-hidden">, told</span>}
                </button>
              </form>
            </li>
          )
        })}
      </ol>
      <div class="row">
        <Start cut="full" />
        <Start cut="short" />
        <SignIn presentation={presentation} />
      </div>
    </>
  )
}
