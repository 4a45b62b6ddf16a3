/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The screen for the room: one sentence, three lanes, and what travels between them. It has nothing to press.
import type { Child } from 'hono/jsx'
import { Badge, Icon } from '../portal/kit.tsx'
import { SERVICE_NAME } from '../web/service-brand.ts'
import { findConfirmation } from './cues.ts'
import { figuresOf, knownToBank, type Lane, type Move, movesOf, statusInWords } from './moves.ts'
import type { Presentation } from './presentation.ts'

/** More lines don't fit on a screen. */
const MAX_MOVES = 8

interface PartProps {
  presentation: Presentation
}

export function RoomPage({ presentation }: PartProps) {
  return (
    <body class="room">
      <header>
        <div id="look" role="status">
          <h1>{lookAt(presentation)}</h1>
        </div>
        <div id="next" role="timer" aria-label="The bank waits">
          <Next presentation={presentation} />
        </div>
      </header>
      <main>
        <div id="lanes" class="lanes">
          <Lanes presentation={presentation} />
        </div>
        <ol id="moves" aria-label="What travelled, newest first">
          <Moves presentation={presentation} />
        </ol>
        <dl id="figures" class="figures">
          <Figures presentation={presentation} />
        </dl>
      </main>
    </body>
  )
}

function lookAt({ story, cue, facts, tenant }: Presentation): string {
  if (!story) return `One customer, ${tenant.name}, and a service that checks identities.`
  if (!cue) return 'What happened behind the customer’s screen.'
  return typeof cue.look === 'string' ? cue.look : cue.look(facts)
}

/** The time until the bank's next call. The script counts it down. */
function Next({ presentation: { wait } }: PartProps) {
  if (wait === null) return null
  return (
    <p>
      {wait.what} <strong data-left-ms={Math.round(wait.leftMs)} />
    </p>
  )
}

function Lanes({ presentation }: PartProps) {
  const { story, tenant, inquiry, calls, isDown } = presentation
  const known = story && inquiry?.finishedAt ? knownToBank(calls) : null
  return (
    <>
      <LaneHead lane="customer" name="Customer">
        {story && customerState(presentation)}
      </LaneHead>
      <LaneHead lane="bank" name={tenant.name}>
        {known && <State says={known.says}>{known.isConfirmed ? '✓' : '?'}</State>}
        {known && (
          <span class="visually-hidden">{known.isConfirmed ? 'confirmed' : 'reported'}</span>
        )}
      </LaneHead>
      <LaneHead lane="service" name={SERVICE_NAME} isDown={isDown}>
        {isDown ? <Badge tone="bad">Down</Badge> : inquiry && <State says={inquiry.status} />}
      </LaneHead>
    </>
  )
}

function State({ says, children }: { says: string; children?: Child }) {
  const { text, tone } = statusInWords(says)
  return (
    <span class={`badge tone-${tone}`}>
      {text} <span aria-hidden="true">{children}</span>
    </span>
  )
}

function customerState({ calls, inquiry }: Presentation): string {
  if (calls.length === 0) return ''
  if (inquiry === null) return 'has applied'
  if (inquiry.finishedAt === null) return 'is in the check'
  if (!findConfirmation(calls))
    return knownToBank(calls)?.says === 'DECLINED' ? 'gets no account' : 'waits'
  return inquiry.status === 'APPROVED' ? 'has an account' : 'had an account'
}

interface LaneHeadProps {
  lane: Lane
  name: string
  isDown?: boolean
  children: Child
}

function LaneHead({ lane, name, isDown = false, children }: LaneHeadProps) {
  return (
    <section class={isDown ? 'lane down' : 'lane'} aria-label={name}>
      <Icon name={lane} />
      <h2>{name}</h2>
      <p>{children}</p>
    </section>
  )
}

function Moves({ presentation: { story, cue, calls, inquiry } }: PartProps) {
  // When the story is over, the figures are shown instead.
  const moves = story && cue ? movesOf(calls, inquiry).slice(-MAX_MOVES).toReversed() : []
  return (
    <>
      {moves.map((move) => (
        <MoveLine move={move} />
      ))}
    </>
  )
}

function Figures({ presentation: { story, cue, calls, inquiry, copiedPictures } }: PartProps) {
  const figures = story && !cue ? figuresOf(calls, inquiry, copiedPictures) : []
  return (
    <>
      {figures.map(({ count, what, tone }) => (
        <div class={`tone-${tone}`}>
          <dt>{what}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </>
  )
}

const LANES: readonly Lane[] = ['customer', 'bank', 'service']
const NAMES: Record<Lane, string> = {
  customer: 'Customer',
  bank: 'Bank',
  service: 'Service',
}

/** A repeated move gets another key, so that the script replaces its line and the arrow is drawn again. */
function MoveLine({ move }: { move: Move }) {
  const { key, from, to, asks, answer, isLost, isFailed, times } = move
  const isBack = LANES.indexOf(from) > LANES.indexOf(to)
  const classes = [
    'move',
    `${from}-${to}`,
    isBack && 'back',
    from === to && 'own',
    isLost && 'lost',
    isFailed && 'failed',
  ]
  return (
    <li class={classes.filter(Boolean).join(' ')} data-key={`${key}-${times}`}>
      <span class="visually-hidden">
        {from === to ? NAMES[from] : `${NAMES[from]} to ${NAMES[to]}`}:{' '}
      </span>
      <span class={`asks tone-${asks.tone}${isBack ? ' badge' : ''}`}>{asks.text}</span>
      {answer && (
        <span class={`answer tone-${answer.tone}${answer.tone === 'plain' ? '' : ' badge'}`}>
          {answer.text}
          {times > 1 && ` ×${times}`}
        </span>
      )}
      <span class="way" aria-hidden="true" />
    </li>
  )
}
