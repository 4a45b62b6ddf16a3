/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// A state in a word, with a colour that says the same and never more.
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

/** An inquiry's status; one that the contract does not name (S6) is shown as it is. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={TONE_OF_STATUS.get(status) ?? 'plain'}>{status.replaceAll('_', ' ')}</Badge>
}
