/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Small components that the pages share.
import type { Child } from 'hono/jsx'
import { formatInstant, formatRelative } from './instants.ts'
import { statusInWords } from './words.ts'

export type Tone = 'good' | 'wait' | 'bad' | 'plain' | 'info'

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span class={`badge badge-${tone}`}>{children}</span>
}

const TONE_OF_STATUS = new Map<string, Tone>([
  ['PENDING', 'info'],
  ['COMPLETED', 'info'],
  ['APPROVED', 'good'],
  ['NEEDS_REVIEW', 'wait'],
  ['DECLINED', 'bad'],
  ['FAILED', 'bad'],
])

export const toneOfStatus = (status: string): Tone => TONE_OF_STATUS.get(status) ?? 'plain'

export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={toneOfStatus(status)}>{statusInWords(status)}</Badge>
}

export function FactList({ title, facts }: { title?: string; facts: readonly [string, Child][] }) {
  return (
    <div>
      {title && <h3 class="facts-title">{title}</h3>}
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface CopiedProps {
  /** On its page. */
  id: string
  /** `Inquiry ID` */
  name: string
  text: string
  children?: Child
}

/** An id and what copies it; cut at its end where it doesn't fit. */
export function Copied({ id, name, text, children }: CopiedProps) {
  return (
    <span class="copied">
      {children ?? (
        <code id={id} title={text}>
          {text}
        </code>
      )}
      <button class="button button-small" type="button" hidden data-copy={`#${id}`}>
        Copy<span class="visually-hidden"> {name}</span>
      </button>
    </span>
  )
}

/** Indented, with a scroll of its own for long lines. */
export function Json({ name, text }: { name: string; text: string }) {
  return (
    <section class="json" tabindex={0} aria-label={name}>
      <pre>{text}</pre>
    </section>
  )
}

export function Instant({ at, ticks = false }: { at: string; ticks?: boolean }) {
  return (
    <time class="instant" datetime={at} data-ticks={ticks ? '' : undefined}>
      {formatInstant(at)}
    </time>
  )
}

/** The time relative to now, for lists; the instant is the tooltip. */
export function Since({ at, nowMs }: { at: string; nowMs: number }) {
  return (
    <time class="instant" datetime={at} title={formatInstant(at)}>
      {formatRelative(at, nowMs)}
    </time>
  )
}

interface ConfirmProps {
  label: string
  subject: string
  action: string
  warning: string
  /** The action can't be undone. */
  danger?: boolean
  /** For a row in a list, where framed buttons would distract from the row's content. */
  quiet?: boolean
}

/** An action that explains itself and asks for confirmation. Only one is open at a time. */
export function Confirm(props: ConfirmProps) {
  const { label, subject, action, warning, danger = false, quiet = false } = props
  const look = ['button', danger && 'button-danger', quiet && 'button-quiet button-small']
  return (
    <details class="confirm" name="confirm">
      <summary class={look.filter(Boolean).join(' ')}>
        {label}
        <span class="visually-hidden"> {subject}</span>…
      </summary>
      <form method="post" action={action}>
        <p>{warning}</p>
        <button class={danger ? 'button button-danger-filled' : 'button'} type="submit">
          {label}
          <span class="visually-hidden"> {subject}</span>
        </button>
      </form>
    </details>
  )
}

/** A list's "New …" button at the top right of its page, with the form it opens. Starts open if the form was refused. */
export function NewThing(props: { thing: string; isOpen: boolean; children: Child }) {
  const { thing, isOpen, children } = props
  return (
    <details class="new" open={isOpen}>
      <summary class="button button-primary">
        <span class="new-closed">
          New <span class="new-thing">{thing}</span>
        </span>
        <span class="new-open">Cancel</span>
      </summary>
      <section class="panel" aria-label={`New ${thing}`}>
        {children}
      </section>
    </details>
  )
}

/** A tile that does one thing immediately. `effect` is its accessible description, so its name stays short. */
export function PressTile(props: {
  id: string
  name: string
  effect: string
  field?: { name: string; value: string }
  /** Whether this is what happens next. */
  isInEffect?: boolean
}) {
  const { id, name, effect, field, isInEffect = false } = props
  return (
    <button
      class={isInEffect ? 'preset preset-in-effect' : 'preset'}
      type="submit"
      name={field?.name}
      value={field?.value}
      aria-describedby={isInEffect ? `${id}-state ${id}-effect` : `${id}-effect`}
    >
      <strong>{name}</strong>
      <small id={`${id}-effect`} aria-hidden="true">
        {effect}
      </small>
      {isInEffect && (
        <span class="preset-state" id={`${id}-state`} aria-hidden="true">
          In effect
        </span>
      )}
    </button>
  )
}
