/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Components of the portal and the console. portal.css styles each under the same name.
import type { Child } from 'hono/jsx'
import { z } from 'zod'
import { formatInstant, inWords } from './words.ts'

/** Decorative line icons on a 24-pixel grid. A tone's icon has the tone's name. */
const ICONS = {
  inquiries: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  review: 'M4 5h9M4 11h6M4 17h5M13 16l3 3 5-6',
  templates: 'M12 3 3 8l9 5 9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
  'api-keys': 'M12 15.5a4 4 0 1 1-4-4 4 4 0 0 1 4 4zM11 12.5 19.5 4M16 7.5l3 3',
  webhooks: 'M4 12h13l-5-5M12 17l5-5M21 4v16',
  wire: 'M4 8h15l-4-4M20 16H5l4 4',
  customer: 'M12 12a4 4 0 1 0-4-4 4 4 0 0 0 4 4zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  bank: 'M3.5 9.5 12 4l8.5 5.5zM5.5 10v7.5M10 10v7.5M14 10v7.5M18.5 10v7.5M3.5 20h17',
  service: 'M12 3 4.5 5.5v6c0 4.5 3 7.5 7.5 9.5 4.5-2 7.5-5 7.5-9.5v-6zM8.5 12l2.5 2.5 4.5-5',
  scenario: 'M5 4v16M12 4v16M19 4v16M3 9h4M10 15h4M17 8h4',
  good: 'M21 12a9 9 0 1 1-9-9 9 9 0 0 1 9 9zM8 12.5l2.7 2.7L16 9.5',
  info: 'M21 12a9 9 0 1 1-9-9 9 9 0 0 1 9 9zM8 12.5l2.7 2.7L16 9.5',
  wait: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1',
  bad: 'M21 12a9 9 0 1 1-9-9 9 9 0 0 1 9 9zM9 9l6 6M15 9l-6 6',
  plum: 'M21 12a9 9 0 1 1-9-9 9 9 0 0 1 9 9zM5.7 5.7l12.6 12.6',
  plain: 'M21 12a9 9 0 1 1-9-9 9 9 0 0 1 9 9zM8 12h.01M12 12h.01M16 12h.01',
} as const

export function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={ICONS[name]} />
    </svg>
  )
}

export type Tone = 'good' | 'wait' | 'bad' | 'plain' | 'info' | 'plum'

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span class={`badge tone-${tone}`}>{children}</span>
}

/** The colours of the merchant's staff pages, so that both lists look alike. */
const TONE_OF_STATUS = new Map<string, Tone>([
  ['COMPLETED', 'info'],
  ['APPROVED', 'good'],
  ['NEEDS_REVIEW', 'wait'],
  ['DECLINED', 'bad'],
  ['FAILED', 'plum'],
])

export const toneOfStatus = (status: string): Tone => TONE_OF_STATUS.get(status) ?? 'plain'

export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={toneOfStatus(status)}>{inWords(status)}</Badge>
}

/** An icon and a word in the tone's colour. */
export function Mark({ tone, word }: { tone: Tone; word: string }) {
  return (
    <span class={`mark tone-${tone}`}>
      <Icon name={tone} /> {word}
    </span>
  )
}

export function Panel(props: { id: string; title: string; lead?: Child; children: Child }) {
  const { id, title, lead, children } = props
  return (
    <section class="panel stack" id={id} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p class="soft">{lead}</p>}
      </div>
      {children}
    </section>
  )
}

/** Collapsed details. @param hint says what they contain, and shows them as a panel */
export function More(props: { title: Child; hint?: string; children: Child }) {
  const { title, hint, children } = props
  return (
    <details class={hint ? 'panel more' : 'more'}>
      <summary>
        {hint ? <h2>{title}</h2> : title} {hint && <span class="soft">{hint}</span>}
      </summary>
      {children}
    </details>
  )
}

interface FactsProps {
  title?: string
  facts: readonly (readonly [name: string, value: Child])[]
  /** Set for names and values that come from a program. */
  isCode?: boolean
}

export function Facts({ title, facts, isCode }: FactsProps) {
  return (
    <div>
      {title && <h3>{title}</h3>}
      <dl class={isCode ? 'facts code' : 'facts'}>
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

/** One line, truncated if it doesn't fit. A click selects the whole text. */
export function Identifier({ text }: { text: string }) {
  return (
    <span class="id" title={text}>
      {text}
    </span>
  )
}

/** Preformatted text, whose lines don't wrap. */
export function Source({ name, text }: { name: string; text: string }) {
  return (
    <section class="source" tabindex={0} aria-label={name}>
      <pre>{text}</pre>
    </section>
  )
}

/** A time in UTC, as on the wire. */
export function Instant({ at }: { at: string }) {
  return <time datetime={at}>{formatInstant(at)}</time>
}

interface FilterProps {
  path: string
  /** Each tab searches for its own name. */
  tabs: readonly string[]
  words: string
  /** Names the fields that the search covers. */
  placeholder: string
}

/** A search above a list, with tabs for frequent searches. */
export function Filter({ path, tabs, words, placeholder }: FilterProps) {
  return (
    <div class="row">
      <nav class="inline tabs" aria-label="Filter">
        {['', ...tabs].map((tab) => (
          <a
            class="button small"
            href={tab === '' ? path : `${path}?${new URLSearchParams({ words: tab })}`}
            aria-current={tab.toLowerCase() === words.toLowerCase() ? 'true' : undefined}
          >
            {tab || 'All'}
          </a>
        ))}
      </nav>
      <form class="search" method="get" action={path}>
        <input
          name="words"
          type="search"
          value={words}
          maxlength={256}
          aria-label={`Search by ${placeholder.toLowerCase()}`}
          placeholder={placeholder}
        />
      </form>
    </div>
  )
}

/** The words of a filter's search. */
export const wordsSchema = z.string().trim().max(256).catch('')

export function hasWords(texts: readonly unknown[], words: string): boolean {
  return texts.join('\n').toLowerCase().includes(words.toLowerCase())
}

const MAX_LINES = 200

interface LinesProps {
  label: string
  /** Each line has four cells: the subject, its state, and two more. */
  lines: readonly { href: string; cells: readonly Child[] }[]
  none: string
}

/** A list whose lines are links. */
export function Lines({ label, lines, none }: LinesProps) {
  if (lines.length === 0) return <p class="empty">{none}</p>
  return (
    <>
      <ul class="panel lines" aria-label={label}>
        {lines.slice(0, MAX_LINES).map(({ href, cells }) => (
          <li>
            <a class="line" href={href}>
              {cells.map((cell) => (
                <span>{cell}</span>
              ))}
            </a>
          </li>
        ))}
      </ul>
      {lines.length > MAX_LINES && (
        <p class="hint">
          The first {MAX_LINES} of {lines.length}.
        </p>
      )}
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
  children: Child
}

export function Field({ id, label, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
    </div>
  )
}

/** An input for the name of a new entity. */
export function NameField({ id, example }: { id: string; example: string }) {
  return (
    <Field id={id} label="Name">
      <input id={id} name="name" required maxlength={100} placeholder={example} />
    </Field>
  )
}
