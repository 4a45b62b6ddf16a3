// The first screen: who is asking, what the customer needs, and their consent.

import type { FlowState } from '../flow-protocol.ts'
import { Icon } from './icons.tsx'
import { StepHeading } from './step-heading.tsx'
import { useWords } from './use-words.ts'

export function ConsentScreen({ state, onAgree }: { state: FlowState; onAgree: () => void }) {
  const words = useWords()
  return (
    <section class="screen">
      <StepHeading text={words.consent.heading} />
      <p class="lead">{words.consent.lead(state.merchantName)}</p>
      <h2 class="list-heading">{words.consent.youNeed}</h2>
      <ul class="needs">
        {state.steps.map((step) => (
          <li key={step}>
            <Icon name={step} />
            <span>{words.consent.needs[step]}</span>
          </li>
        ))}
      </ul>
      <p class="note">
        <Icon name="lock" />
        <span>{words.consent.privacy(state.serviceName, state.merchantName)}</span>
      </p>
      <p class="note sandbox-note">
        <Icon name="problem" />
        <span>{words.consent.specimens}</span>
      </p>
      <div class="actions">
        <p class="hint">{words.consent.agreement(state.serviceName, state.merchantName)}</p>
        <button type="button" class="primary" onClick={onAgree}>
          {words.consent.agree}
        </button>
      </div>
    </section>
  )
}
