// The most common faults, one click each. The forms below them have all the others.
import type { Fault } from '../../state/entities.ts'

interface FaultPreset {
  name: string
  effect: string
  /** The fields of the target's form. */
  fields: Readonly<Record<string, string>>
}

export const FAULT_PRESETS: Readonly<Record<Fault['target'], readonly FaultPreset[]>> = {
  webhook: [
    { name: 'Lose it', effect: 'It never arrives', fields: { kind: 'drop' } },
    { name: 'Send it twice', effect: 'With two delivery IDs', fields: { kind: 'duplicate' } },
    {
      name: 'Send it late',
      effect: 'After one minute',
      fields: { kind: 'delay', delayMs: '60000' },
    },
    { name: 'Reorder it', effect: 'A later one overtakes it', fields: { kind: 'reorder' } },
    { name: 'Forge it', effect: 'With a wrong secret', fields: { kind: 'wrong-secret' } },
    {
      name: 'Tamper with it',
      effect: 'One byte changed',
      fields: { kind: 'flip-byte' },
    },
  ],
  api: [
    {
      name: 'Take it down',
      effect: '503 for the next 20 calls',
      fields: { kind: 'server-error', count: '20' },
    },
    {
      name: 'Slow it down',
      effect: 'Five seconds for one call',
      fields: { kind: 'slow', delayMs: '5000' },
    },
    { name: 'Limit the rate', effect: '429 for one call', fields: { kind: 'rate-limited' } },
    {
      name: 'Lose the reply',
      effect: 'Processed, reply lost',
      fields: { kind: 'reset-after-commit' },
    },
    {
      name: 'Never reply',
      effect: 'Processed, no reply',
      fields: { kind: 'timeout-after-commit' },
    },
    { name: 'Cut the JSON', effect: 'Reply cut in half', fields: { kind: 'malformed' } },
  ],
}

/** Whether a fault of this kind and delay is queued without a condition. */
export function isInEffect({ fields }: FaultPreset, faults: readonly Fault[]): boolean {
  return faults.some(
    ({ steps: [step], match }) =>
      step !== undefined &&
      step.kind === fields.kind &&
      (fields.delayMs === undefined || Number(fields.delayMs) === step.delayMs) &&
      Object.values(match).every((condition) => condition === undefined),
  )
}
