// The faults that people ask for most, each one press away. The forms below them have all the others.
import type { Fault } from '../../state/entities.ts'

interface FaultPreset {
  name: string
  effect: string
  /** As in the form of its target. */
  fields: Readonly<Record<string, string>>
}

export const FAULT_PRESETS: Readonly<Record<Fault['target'], readonly FaultPreset[]>> = {
  webhook: [
    { name: 'Lose it', effect: 'The next event never arrives', fields: { kind: 'drop' } },
    { name: 'Send it twice', effect: 'Under two delivery ids', fields: { kind: 'duplicate' } },
    {
      name: 'Send it late',
      effect: 'One minute of sandbox time',
      fields: { kind: 'delay', delayMs: '60000' },
    },
    { name: 'Reorder it', effect: 'A later one overtakes it', fields: { kind: 'reorder' } },
    { name: 'Forge it', effect: 'Signed with a wrong secret', fields: { kind: 'wrong-secret' } },
    { name: 'Tamper with it', effect: 'One byte after signing', fields: { kind: 'flip-byte' } },
  ],
  api: [
    {
      name: 'Take it down',
      effect: '503 for the next 20 calls',
      fields: { kind: 'server-error', count: '20' },
    },
    {
      name: 'Slow it down',
      effect: 'Five seconds for the next call',
      fields: { kind: 'slow', delayMs: '5000' },
    },
    { name: 'Limit the rate', effect: '429 for the next call', fields: { kind: 'rate-limited' } },
    {
      name: 'Lose the answer',
      effect: 'Done, then cut off',
      fields: { kind: 'reset-after-commit' },
    },
    {
      name: 'Never answer',
      effect: 'Done, then silence',
      fields: { kind: 'timeout-after-commit' },
    },
    { name: 'Cut the JSON', effect: 'Done, answered in half', fields: { kind: 'malformed' } },
  ],
}
