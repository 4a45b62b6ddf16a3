/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The small pieces that pages are made of.
import type { Child } from 'hono/jsx'
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

export function Instant({ at, ticks = false }: { at: string; ticks?: boolean }) {
  return (
    <time class="instant" datetime={at} data-ticks={ticks ? '' : undefined}>
      {formatInstant(at)}
    </time>
  )
}

/** `2026-11-21 12:04:09 UTC` */
function formatInstant(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
}

export function Confirm(props: {
  label: string
  subject: string
  action: string
  warning: string
}) {
  const { label, subject, action, warning } = props
  return (
    <details class="confirm">
      <summary class="button">
        {label}
        <span class="visually-hidden"> {subject}</span>…
      </summary>
      <form method="post" action={action}>
        <p>{warning}</p>
        <button class="button button-danger" type="submit">
          {label}
          <span class="visually-hidden"> {subject}</span>
        </button>
      </form>
    </details>
  )
}
