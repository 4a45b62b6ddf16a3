/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Resends a delivery, unchanged or with a fault.
import { isAttemptFaultKind, WEBHOOK_FAULTS } from '../../scenario/faults.ts'
import type { Delivery } from '../../state/entities.ts'
import { faultInWords } from '../shell/words.ts'

/** Faults that apply when a delivery is created mean nothing for a single attempt. */
export const RESEND_FAULTS = Object.entries(WEBHOOK_FAULTS).filter(([kind]) =>
  isAttemptFaultKind(kind),
)

export function ResendForm({ delivery }: { delivery: Pick<Delivery, 'id'> }) {
  const fieldId = `fault-${delivery.id}`
  return (
    <form class="inline-form" method="post" action={`/portal/deliveries/${delivery.id}/resend`}>
      <div class="field field-grow">
        <label for={fieldId}>Send it again</label>
        <select id={fieldId} name="fault">
          <option value="">Unchanged</option>
          <optgroup label="With a fault">
            {RESEND_FAULTS.map(([kind, effect]) => (
              <option value={kind}>
                {faultInWords(kind)}: {effect}
              </option>
            ))}
          </optgroup>
        </select>
      </div>
      <button class="button" type="submit">
        Send
      </button>
    </form>
  )
}
