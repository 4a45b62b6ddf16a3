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

/** An icon and a word in one colour. */
export function Mark({ tone, word }: { tone: 'good' | 'wait' | 'bad' | 'plain'; word: string }) {
  return (
    <span class={`mark tone-${tone}`}>
      <Icon name={tone} />
      {word}
    </span>
  )
}

interface PanelProps {
  id: string
  title: Child
  lead?: Child
  /** At the end of the title's line. */
  end?: Child
  class?: string
  children?: Child
}

export function Panel({ id, title, lead, end, class: more = '', children }: PanelProps) {
  return (
    <section class={`panel ${more}`} id={id} aria-labelledby={`${id}-title`}>
      <div class="row">
        <h2 id={`${id}-title`}>{title}</h2>
        {end && <div class="end">{end}</div>}
      </div>
      {lead && <p class="soft">{lead}</p>}
      {children}
    </section>
  )
}

/** A panel that opens. */
export function Fold(props: { title: string; hint: Child; open?: boolean; children: Child }) {
  return (
    <details class="panel fold" open={props.open}>
      <summary>
        <h2>{props.title}</h2>
        <span class="soft">{props.hint}</span>
      </summary>
      {props.children}
    </details>
  )
}

/** Details inside a panel. */
export function More(props: { title: string; open?: boolean; children: Child }) {
  return (
    <details class="more" open={props.open}>
      <summary>{props.title}</summary>
      {props.children}
    </details>
  )
}

type FactRow = readonly [name: string, value: Child]

/** @param across the facts beside each other, each under its name. */
export function Facts(props: { facts: readonly FactRow[]; title?: string; across?: boolean }) {
  return (
    <div>
      {props.title && <h3>{props.title}</h3>}
      <dl class={props.across ? 'facts across' : 'facts'}>
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

/** The style sheet leaves room for as many. */
const END_LENGTH = 8

/** An identifier on one line. Where it doesn't fit, its middle is cut: people compare its start and its end. */
export function Identifier({ text, id }: { text: string; id?: string }) {
  // `/documents` after an ID stays whole.
  const word = text.search(/(?<=[0-9a-f]{12})\/[a-z-]{1,24}$/)
  const short = text.length > 2 * END_LENGTH ? text.length - END_LENGTH : text.length
  const endsAt = word === -1 ? short : word
  return (
    <span class={word === -1 ? 'id' : 'id id-path'} id={id} title={text}>
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

/** Text as it is. @param id for a button that copies it. */
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
  label: string
  subject: string
  action: string
  warning: string
  /** The action can't be undone. */
  danger?: boolean
  fields?: Readonly<Record<string, string>>
}

/** An action that explains itself and asks for confirmation. Only one is open at a time. */
export function Confirm({ label, subject, action, warning, danger, fields = {} }: ConfirmProps) {
  const look = danger ? 'button danger' : 'button'
  return (
    <details class="confirm" name="confirm">
      <summary class={`${look} small`}>
        {label}
        <span class="visually-hidden"> {subject}</span>…
      </summary>
      <form method="post" action={action}>
        <p>{warning}</p>
        <HiddenFields fields={fields} />
        <button class={look} type="submit">
          {label}
          <span class="visually-hidden"> {subject}</span>
        </button>
      </form>
    </details>
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
  label: string
  hint?: Child
  problem?: string | undefined
  children: Child
}

export function Field({ id, label, hint, problem, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {problem && (
        <p class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
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
  hint?: string
}) {
  return (
    <fieldset class="check-list">
      <legend>{props.legend}</legend>
      {props.values.map((value) => (
        <label>
          <input
            type="checkbox"
            name={props.name}
            value={value}
            checked={props.checked.includes(value)}
          />
          {props.inWords(value)} <code class="soft">{value}</code>
        </label>
      ))}
      {props.hint && <p class="hint">{props.hint}</p>}
    </fieldset>
  )
}

/** A form with one button that does one thing immediately. `effect` is its description, so its name stays short. */
export function Tile(props: {
  id: string
  name: string
  effect: string
  icon?: IconName
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
          {icon && (
            <span class={`tone-${isInEffect ? 'wait' : tone}`}>
              <Icon name={icon} />
            </span>
          )}
          <strong>{name}</strong>
          <small id={`${id}-effect`} aria-hidden="true">
            {isInEffect ? 'In effect' : effect}
          </small>
        </button>
      </form>
    </li>
  )
}
