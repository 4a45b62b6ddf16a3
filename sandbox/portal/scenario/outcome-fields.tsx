/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The choice of an outcome: the contract's (S6), or any other word for a status that nobody has seen before (N5).
import { z } from 'zod'

const OUTCOMES = ['APPROVED', 'NEEDS_REVIEW', 'FAILED', 'DECLINED', 'COMPLETED'] as const

/** The control API takes the same words. */
export const outcomeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'An outcome is one word of capitals, digits and underscores.')

export function OutcomeField({ id, value }: { id: string; value?: string }) {
  return (
    <div class="field">
      <label for={id}>Outcome</label>
      <input
        id={id}
        name="outcome"
        list={`${id}-known`}
        value={value ?? 'APPROVED'}
        required
        maxlength={64}
        pattern="[A-Za-z][A-Za-z0-9_]*"
        aria-describedby={`${id}-hint`}
      />
      <datalist id={`${id}-known`}>
        {OUTCOMES.map((outcome) => (
          <option value={outcome} />
        ))}
      </datalist>
      <p class="field-hint" id={`${id}-hint`}>
        {OUTCOMES.join(', ')}, or a status never seen before
      </p>
    </div>
  )
}
