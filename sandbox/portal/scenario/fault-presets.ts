// The most common faults, one click each. The forms below them have all the others.
import type { Fault } from '../../state/entities.ts'
import type { IconName } from '../shell/icons.tsx'

interface FaultPreset {
  icon: IconName
  effect: string
  /** The fields of the target's form. The kind also names the tile. */
  fields: Readonly<{ kind: string; delayMs?: string; count?: string }>
}

interface PresetGroup {
  /** What breaks. */
  title: string
  presets: readonly FaultPreset[]
}

export const FAULT_PRESETS: Readonly<Record<Fault['target'], readonly PresetGroup[]>> = {
  webhook: [
    {
      title: 'Delivery',
      presets: [
        { icon: 'lost', effect: 'The event is lost', fields: { kind: 'drop' } },
        { icon: 'copy', effect: 'With two delivery IDs', fields: { kind: 'duplicate' } },
        { icon: 'clock', effect: 'After one minute', fields: { kind: 'delay', delayMs: '60000' } },
        { icon: 'order', effect: 'A later one overtakes it', fields: { kind: 'reorder' } },
      ],
    },
    {
      title: 'Signature',
      presets: [
        { icon: 'keys', effect: 'No endpoint has it', fields: { kind: 'wrong-secret' } },
        { icon: 'edit', effect: 'After signing', fields: { kind: 'flip-byte' } },
      ],
    },
  ],
  api: [
    {
      title: 'The call is processed',
      presets: [
        { icon: 'clock', effect: 'Five seconds', fields: { kind: 'slow', delayMs: '5000' } },
        { icon: 'broken', effect: 'Connection reset', fields: { kind: 'reset-after-commit' } },
        {
          icon: 'plain',
          effect: 'Until the call times out',
          fields: { kind: 'timeout-after-commit' },
        },
        { icon: 'cut', effect: 'Truncated JSON', fields: { kind: 'malformed' } },
      ],
    },
    {
      title: 'The call is refused',
      presets: [
        { icon: 'lost', effect: '503 for 20 calls', fields: { kind: 'server-error', count: '20' } },
        { icon: 'limit', effect: '429 for one call', fields: { kind: 'rate-limited' } },
      ],
    },
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
