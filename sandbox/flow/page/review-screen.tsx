// Last screen before handing in: what was given, each to be changed, and the sandbox panel.

import { useState } from 'hono/jsx/dom'
import type { FlowCapability, FlowState, Outcome, PictureType } from '../flow-protocol.ts'
import { Alert } from './alert.tsx'
import { Icon } from './icons.tsx'
import { SandboxPanel } from './sandbox-panel.tsx'
import { StepHeading } from './step-heading.tsx'
import { useWords } from './use-words.ts'

interface ReviewScreenProps {
  state: FlowState
  onChange: (step: FlowCapability) => void
  /** Hands in; answers whether the service could be reached. */
  submit: (outcome: Outcome | null) => Promise<boolean>
}

export function ReviewScreen({ state, onChange, submit }: ReviewScreenProps) {
  const words = useWords()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const [offline, setOffline] = useState(false)
  const typeOf = new Map(state.collected.map(({ capability, type }) => [capability, type]))

  async function handIn() {
    if (busy) return
    setBusy(true)
    setOffline(!(await submit(outcome)))
    setBusy(false)
  }

  const given = (type: PictureType | undefined) =>
    type === undefined || type === 'selfie' || type === 'signature'
      ? words.review.given
      : words.documentChoice.names[type]

  return (
    <section class="screen">
      <StepHeading text={words.review.heading} />
      <p class="lead">{words.review.lead(state.merchantName)}</p>
      <Alert text={offline ? words.offline : null} />
      <ul class="given">
        {state.steps.map((step) => (
          <li key={step}>
            <Icon name="check" />
            <span class="choice-text">
              <strong>{words.steps[step]}</strong>
              <small>{given(typeOf.get(step))}</small>
            </span>
            <button
              type="button"
              class="link"
              aria-label={`${words.review.change}: ${words.steps[step]}`}
              onClick={() => onChange(step)}
            >
              {words.review.change}
            </button>
          </li>
        ))}
      </ul>
      <SandboxPanel chosen={outcome} onChoose={setOutcome} />
      <div class="actions">
        <button type="button" class="primary" aria-disabled={busy} onClick={handIn}>
          {busy ? words.saving : words.review.submit}
        </button>
      </div>
    </section>
  )
}
