/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The portal's components. portal.css has the styles of each, under the same name.
import type { Child } from 'hono/jsx'
import { Icon, type IconName } from './icons.tsx'
import { formatInstant, formatRelative } from './instants.ts'
import { statusInWords } from './words.ts'

export type Tone = 'good' | 'wait' | 'bad' | 'plain' | 'info' | 'plum'

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span class={`badge tone-${tone}`}>{children}</span>
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

const ICON_OF_TONE = {
  good: 'good',
  wait: 'wait',
  bad: 'bad',
  plain: 'plain',
  info: 'good',
  plum: 'lost',
} as const satisfies Record<Tone, IconName>

/** An icon and a word in one colour. */
export function Mark({ tone, word }: { tone: Tone; word: string }) {
  return (
    <span class={`mark tone-${tone}`}>
      <Icon name={ICON_OF_TONE[tone]} /> {word}
    </span>
  )
}

interface PanelProps {
  id: string
  title: Child
  lead?: Child
  /** At the end of the title's line. */
  end?: Child
  children?: Child
}

export function Panel({ id, title, lead, end, children }: PanelProps) {
  return (
    <section class="panel" id={id} aria-labelledby={`${id}-title`}>
      <div>
        <div class="row">
          <h2 id={`${id}-title`}>{title}</h2>
          {end && <div class="end">{end}</div>}
        </div>
        {lead && <p class="soft">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

/** Details that open. @param hint makes them a panel of their own, which says what is in it. */
export function More(props: { title: string; hint?: Child; open?: boolean; children: Child }) {
  const { title, hint, open, children } = props
  return (
    <details class={hint ? 'panel more' : 'more'} open={open}>
      {hint ? (
        <summary>
          <h2>{title}</h2>
          <span class="soft">{hint}</span>
        </summary>
      ) : (
        <summary>{title}</summary>
      )}
      {children}
    </details>
  )
}

type FactRow = readonly [name: string, value: Child]

/** @param props.isCode for names and values that a program gave. */
export function Facts(props: { facts: readonly FactRow[]; title?: string; isCode?: boolean }) {
  return (
    <div>
      {props.title && <h3>{props.title}</h3>}
      <dl class={props.isCode ? 'facts code' : 'facts'}>
        {props.facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** As long as `/documents`. */
const END_LENGTH = 10

/** An identifier on one line. Where it doesn't fit, its middle is cut: people compare its start and its end. */
export function Identifier({ text, id }: { text: string; id?: string }) {
  const endsAt = text.length > 2 * END_LENGTH ? text.length - END_LENGTH : text.length
  return (
    <span class="id" id={id} title={text}>
      <span>{text.slice(0, endsAt)}</span>
      {endsAt < text.length && <span>{text.slice(endsAt)}</span>}
    </span>
  )
}

/** Copies the text of the element with the id. Hidden until the script finds that it can. */
export function CopyButton({ id, name }: { id: string; name: string }) {
  return (
    <button class="copy" type="button" hidden title="Copy" data-copy={`#${id}`}>
      <Icon name="copy" />
      <Icon name="copied" />
      <span class="visually-hidden" data-copy-words>
        Copy {name}
      </span>
    </button>
  )
}

export function Copied(props: { id: string; name: string; text: string; children?: Child }) {
  const { id, name, text, children } = props
  return (
    <span class="copied">
      {children ?? <Identifier id={id} text={text} />}
      <CopyButton id={id} name={name} />
    </span>
  )
}

/** Text as it is, whose lines stay whole. @param id for a button that copies it. */
export function Source({ name, text, id }: { name: string; text: string; id?: string }) {
  return (
    <section class="source" tabindex={0} aria-label={name}>
      <pre id={id}>{text}</pre>
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
  id: string
  label: string
  subject: string
  action: string
  warning: string
  /** The action can't be undone. */
  danger?: boolean
}

/** An action that explains itself and asks for confirmation. */
export function Confirm({ id, label, subject, action, warning, danger }: ConfirmProps) {
  const look = danger ? 'button danger' : 'button'
  const name = <span class="visually-hidden"> {subject}</span>
  return (
    <>
      <button class={`${look} small`} type="button" popovertarget={id}>
        {label}
        {name}…
      </button>
      <div class="confirm" id={id} popover="auto" role="dialog" aria-label={label}>
        <form class="panel" method="post" action={action}>
          <p>{warning}</p>
          <button class={look} type="submit">
            {label}
            {name}
          </button>
        </form>
      </div>
    </>
  )
}

export function HiddenFields({ fields }: { fields: Readonly<Record<string, string>> }) {
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

interface FieldProps {
  id: string
  label: Child
  problem?: string | undefined
  children: Child
}

export function Field({ id, label, problem, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {problem && (
        <p class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

export function CheckList(props: {
  legend: string
  name: string
  values: readonly string[]
  checked: readonly string[]
  inWords: (value: string) => string
}) {
  const { legend, name, values, checked, inWords } = props
  return (
    <fieldset>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label>
          <input type="checkbox" name={name} value={value} checked={checked.includes(value)} />
          {inWords(value)} <code class="soft">{value}</code>
        </label>
      ))}
    </fieldset>
  )
}

/** A form with one button that does one thing immediately. `effect` is its description, so its name stays short. */
export function Tile(props: {
  id: string
  name: string
  effect: string
  icon: IconName
  /** Of the icon: what the outcome means. */
  tone?: Tone
  action: string
  fields: Readonly<Record<string, string>>
  /** Whether this is what happens next. */
  isInEffect?: boolean
}) {
  const { id, name, effect, icon, tone = 'info', action, fields, isInEffect = false } = props
  return (
    <li>
      <form method="post" action={action}>
        <HiddenFields fields={fields} />
        <button
          class={isInEffect ? 'tile in-effect' : 'tile'}
          type="submit"
          aria-describedby={`${id}-effect`}
        >
          <span class={`tone-${isInEffect ? 'wait' : tone}`}>
            <Icon name={icon} />
          </span>
          <strong>{name}</strong>
          <small id={`${id}-effect`} class={isInEffect ? 'tone-wait' : ''} aria-hidden="true">
            {isInEffect ? 'In effect' : effect}
          </small>
        </button>
      </form>
    </li>
  )
}
