/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The console's page. Whenever something happens, its script fetches the page again and replaces the parts that changed.
import { raw } from 'hono/html'
import { type Child, createContext, useContext } from 'hono/jsx'
import { renderSVG } from 'uqr'
import { HiddenFields } from '../portal/kit.tsx'
import { Brand } from '../portal/page.tsx'
import { inWords } from '../portal/words.ts'
import {
  APPLY_HINT,
  type Call,
  cuesOf,
  ENDINGS,
  endingSchema,
  isDone,
  MERCHANT,
  type Plan,
} from './cues.ts'
import { UNDECIDED } from './moves.ts'
import type { Presentation } from './presentation.ts'

const MAX_CALLS = 5

interface PartProps {
  presentation: Presentation
}

/** Whether the page is a remote control. Its forms then change the stage that the console has opened. */
const Remote = createContext(false)

export function GuidePage({ presentation, isRemote }: PartProps & { isRemote: boolean }) {
  return (
    <Remote.Provider value={isRemote}>
      <Console presentation={presentation} />
    </Remote.Provider>
  )
}

function Console({ presentation }: PartProps) {
  const isRemote = useContext(Remote)
  return (
    // While this attribute is set, Space does nothing. The script removes it.
    <body class={isRemote ? 'guide remote' : 'guide'} data-settling="">
      <header class="row">
        <Brand />
        <p id="clock" class="end" role="timer">
          <Clock presentation={presentation} />
        </p>
      </header>
      <main class="panel">
        <div id="say" role="status">
          <Say presentation={presentation} />
        </div>
        <div id="do" class="stack">
          <Do presentation={presentation} />
        </div>
      </main>
      <section class="panel" aria-labelledby="wire-title" tabindex={0}>
        <h2 id="wire-title">On the wire, newest first</h2>
        <div id="calls">
          <Calls presentation={presentation} />
        </div>
      </section>
      <nav class="panel stack" aria-labelledby="cues-title">
        <h2 id="cues-title">Cues</h2>
        <div id="cues" class="stack">
          <Cues presentation={presentation} />
        </div>
      </nav>
      {!isRemote && (
        <form
          id="lead"
          method="post"
          action="/guide/stage"
          target="stage"
          data-number={presentation.lead.number}
        />
      )}
    </body>
  )
}

function Clock({ presentation: { story, cue, wait } }: PartProps) {
  if (!story || !cue) return <>Presenter’s console</>
  return (
    <>
      {wait && (
        <>
          {wait.what} <strong>{inMinutes(Math.max(0, wait.leftMs))}</strong> ·{' '}
        </>
      )}
      <strong>{inMinutes(Date.now() - story.startedAtMs)}</strong> of {minutesOf(story)}
    </>
  )
}

const minutesOf = ({ cut, ending }: Plan) => `${ENDINGS[ending].minutes[cut]} minutes`

function inMinutes(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function Say({ presentation }: PartProps) {
  const { story, cue, tenant } = presentation
  if (!story) {
    return (
      <>
        <h1>One customer of {tenant.name}, from the form to the audit trail</h1>
        <p class="hint">
          Before the audience comes, sign in on the stage (<span>{MERCHANT.email}</span>,{' '}
          <span>{MERCHANT.password}</span>), and put the stage and the screen for the room on the
          projector. Keep this window to yourself.
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
  const hint = needsApplication(presentation) ? APPLY_HINT : cue.hint
  return (
    <>
      <p class="soft">
        {story.index + 1} of {cuesOf(story).length} · {cue.title}
      </p>
      <h1>{cue.say}</h1>
      {hint && <p class="hint">{presentation.fill(hint)}</p>}
    </>
  )
}

function Do({ presentation }: PartProps) {
  const { story, cue, facts } = presentation
  if (!story) {
    return (
      <>
        <Start isPrimary />
        <div class="row">
          <Windows />
        </div>
        <PhoneLink presentation={presentation} />
      </>
    )
  }
  if (!cue) {
    return (
      <>
        <Start />
        <Fresh />
      </>
    )
  }
  const { index, acted } = story
  const { action } = cue
  const isTold = isDone(cue, facts, true)
  return (
    <>
      <div class="row">
        {needsApplication(presentation) ? (
          <Control to="show" fields={{ page: 'form' }} onStage isPrimary>
            Nobody has applied yet: open the form
          </Control>
        ) : (
          <>
            {action && !acted && (
              <Control to="act" fields={{ cue: cue.id }} onStage={Boolean(action.show)} isPrimary>
                {action.label}
              </Control>
            )}
            {(index === 0 || hasApplied(presentation)) && (!action || acted) && (
              // Not primary before the cue is done, so that Space can't skip it.
              <Control to="go" fields={{ index: String(index + 1) }} isPrimary={isTold}>
                {isTold ? 'Go on' : 'Skip'}
              </Control>
            )}
            {action?.show && acted && (
              <Control to="act" fields={{ cue: cue.id }} onStage>
                Show it again
              </Control>
            )}
          </>
        )}
      </div>
      <p>
        <span class="soft">Next:</span> {cuesOf(story)[index + 1]?.title ?? 'the end'}
      </p>
    </>
  )
}

const hasApplied = ({ inquiry, facts }: Presentation) => inquiry !== null || facts.refused

/** The presenter went straight to a cue after the application. */
const needsApplication = (presentation: Presentation) =>
  (presentation.story?.index ?? 0) > 1 && !hasApplied(presentation)

/** What a presenter opens before the audience comes. On a phone, no window can be opened. */
function Windows() {
  const isRemote = useContext(Remote)
  return (
    <>
      <Control to="show" fields={{ page: 'staff' }} onStage>
        Sign in on the stage
      </Control>
      {!isRemote && (
        <form method="get" action="/guide/room" target="room">
          <button class="button" type="submit">
            Open the screen for the room
          </button>
        </form>
      )}
      <Fresh />
    </>
  )
}

const Fresh = () => (
  <Control to="fresh" fields={{}}>
    Back to a fresh morning
  </Control>
)

/** Starts a story with the chosen ending. It isn't primary at the end of a story, so that Space can't start the next one. */
function Start({ isPrimary = false }: { isPrimary?: boolean }) {
  const { action, target } = useForm('start', true)
  return (
    <form class="row" method="post" action={action} target={target}>
      <select name="ending" aria-label="Ending" autocomplete="off">
        {endingSchema.options.map((ending) => (
          <option value={ending}>
            {ENDINGS[ending].title}: {ENDINGS[ending].minutes.full} minutes, or{' '}
            {ENDINGS[ending].minutes.short} without an outage
          </option>
        ))}
      </select>
      <Press isPrimary={isPrimary} name="cut" value="full">
        Start with an outage
      </Press>
      <Press name="cut" value="short">
        Start without
      </Press>
    </form>
  )
}

const Again = ({ story: { cut, ending } }: { story: Plan }) => (
  <Control to="start" fields={{ cut, ending }} onStage>
    Start again, with a new customer
  </Control>
)

/** Shown only if a phone can open the address. */
function PhoneLink({ presentation: { remoteUrl } }: PartProps) {
  if (remoteUrl === null || useContext(Remote)) return null
  return (
    <div class="inline">
      <span class="qr" role="img" aria-label={`A QR code of ${remoteUrl}`}>
        {raw(renderSVG(remoteUrl))}
      </span>
      <p class="hint">
        A phone as a remote control: <span>{remoteUrl}</span>
      </p>
    </div>
  )
}

type Route = 'start' | 'act' | 'go' | 'show' | 'fresh'

/** @param onStage whether the form opens a page on the stage */
function useForm(to: Route, onStage: boolean) {
  const isRemote = useContext(Remote)
  return {
    action: `/guide/${to}${isRemote ? '?remote' : ''}`,
    target: onStage && !isRemote ? 'stage' : undefined,
  }
}

interface ControlProps {
  to: Route
  fields: Readonly<Record<string, string>>
  onStage?: boolean
  isPrimary?: boolean
  children: Child
}

function Control({ to, fields, onStage = false, isPrimary, children }: ControlProps) {
  const { action, target } = useForm(to, onStage)
  return (
    <form method="post" action={action} target={target}>
      <HiddenFields fields={fields} />
      <Press isPrimary={isPrimary}>{children}</Press>
    </form>
  )
}

interface PressProps {
  /** Whether Space presses this button. */
  isPrimary?: boolean
  name?: string
  value?: string
  children: Child
}

function Press({ isPrimary = false, name, value, children }: PressProps) {
  return (
    <button
      class={isPrimary ? 'button primary' : 'button'}
      type="submit"
      name={name}
      value={value}
      data-primary={isPrimary ? '' : undefined}
      autofocus={isPrimary}
    >
      {children}
      {isPrimary && <kbd>Space</kbd>}
    </button>
  )
}

function Calls({ presentation: { story, calls, tenant } }: PartProps) {
  const lines: { text: string; isOk: boolean; times: number }[] = []
  for (const call of story ? calls : []) {
    const text = sentenceOf(call, tenant.name)
    const last = lines.at(-1)
    if (last?.text === text) last.times++
    else lines.push({ text, isOk: call.isOk, times: 1 })
  }
  if (lines.length === 0)
    return (
      <p class="soft">Nothing yet. What the bank asks and what the service reports shows here.</p>
    )
  return (
    <ol>
      {lines
        .slice(-MAX_CALLS)
        .toReversed()
        .map(({ text, isOk, times }) => (
          <li class={isOk ? undefined : 'tone-bad'}>
            {text}
            {times > 1 && <span class="soft"> ×{times}</span>}
          </li>
        ))}
    </ol>
  )
}

/** A call in one sentence, in the audience's words. */
function sentenceOf({ what, isOk, says, isLost }: Call, bank: string): string {
  if (what === 'open')
    return isOk
      ? `${bank} asked the service to check a customer`
      : `${bank} asked for a check: the service was down`
  if (what === 'documents')
    return `${bank} asked for the documents${isOk ? '' : ', without success'}`
  if (what === 'status') {
    if (says === null) return `${bank} asked: no answer`
    return `${bank} asked: ${UNDECIDED.includes(says) ? 'not decided yet' : `“${inWords(says)}”`}`
  }
  const word = says === null ? 'something' : `“${inWords(says)}”`
  if (isLost) return `The service’s message ${word} got lost`
  return `The service reported ${word}${isOk ? '' : ': not received'}`
}

/** A list of all cues, each a button that goes there. A tick means that the cue is done, not skipped. */
function Cues({ presentation: { story, facts } }: PartProps) {
  if (!story) return <p class="hint">They show when a story starts.</p>
  return (
    <>
      <ol class="tabs cues">
        {cuesOf(story).map((cue, index) => {
          const isTold = index < story.index && isDone(cue, facts, true)
          return (
            <li class={isTold ? 'told' : undefined}>
              <form method="post" action="/guide/go">
                <HiddenFields fields={{ index: String(index) }} />
                <button
                  class="button"
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
        <Again story={story} />
        <Windows />
      </div>
    </>
  )
}
