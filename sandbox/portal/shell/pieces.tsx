/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Small components that the pages share.
import type { Child } from 'hono/jsx'
import { Icon, type IconName } from './icons.tsx'
import { Identifier } from './identifier.tsx'
import { formatInstant, formatRelative } from './instants.ts'
import { statusInWords } from './words.ts'

export type Tone = 'good' | 'wait' | 'bad' | 'plain' | 'info' | 'plum'

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span class={`badge badge-${tone}`}>{children}</span>
}

/** The colours that the merchant's staff see, so both lists can be read side by side. */
const TONE_OF_STATUS = new Map<string, Tone>([
  ['PENDING', 'plain'],
  ['COMPLETED', 'info'],
  ['APPROVED', 'good'],
  ['NEEDS_REVIEW', 'wait'],
  ['DECLINED', 'bad'],
  ['FAILED', 'plum'],
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
  /** The element's id, unique on its page. */
  id: string
  /** `Inquiry ID` */
  name: string
  text: string
  children?: Child
}

/** An id with a copy button at its end. If it doesn't fit, its middle is cut. */
export function Copied({ id, name, text, children }: CopiedProps) {
  return (
    <span class="copied">
      {children ?? <Identifier id={id} text={text} />}
      <CopyButton id={id} name={name} />
    </span>
  )
}

/** Copies the text of the element with the id. Hidden until the script finds that it can. */
export function CopyButton({ id, name }: { id: string; name: string }) {
  return (
    <button class="button button-quiet button-small" type="button" hidden data-copy={`#${id}`}>
      Copy<span class="visually-hidden"> {name}</span>
    </button>
  )
}

/** Text with URLs in it, which break after a slash if they have to. */
export function Breakable({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=[^/]\/)(?=[^/])/).map((part, index) => (
        <>
          {index > 0 && <wbr />}
          {part}
        </>
      ))}
    </>
  )
}

/** Indented JSON, whose long lines scroll inside its box. */
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
  /** Next to a field, where a frame would make it the more important of the two. */
  quiet?: boolean
  /** On a card. */
  small?: boolean
}

/** An action that explains itself and asks for confirmation. Only one is open at a time. */
export function Confirm(props: ConfirmProps) {
  const { label, subject, action, warning, danger = false, quiet = false, small = quiet } = props
  const look = [
    'button',
    danger && 'button-danger',
    quiet && 'button-quiet',
    small && 'button-small',
  ]
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

/** A tile that does one thing immediately. `effect` is its accessible description, so its name stays short. */
export function PressTile(props: {
  id: string
  name: string
  effect: string
  icon?: IconName
  /** Of the icon: what the outcome means. */
  tone?: Tone
  field?: { name: string; value: string }
  /** Whether this is what happens next. */
  isInEffect?: boolean
}) {
  const { id, name, effect, icon, tone, field, isInEffect = false } = props
  return (
    <button
      class={isInEffect ? 'preset preset-in-effect' : 'preset'}
      type="submit"
      name={field?.name}
      value={field?.value}
      aria-describedby={isInEffect ? `${id}-state ${id}-effect` : `${id}-effect`}
    >
      {icon && (
        <span class={tone ? `preset-icon tone-${tone}` : 'preset-icon'}>
          <Icon name={icon} />
        </span>
      )}
      <strong>{name}</strong>
      {/* The state takes its place, so every tile is as high. */}
      <small
        id={`${id}-effect`}
        class={isInEffect ? 'visually-hidden' : undefined}
        aria-hidden="true"
      >
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
