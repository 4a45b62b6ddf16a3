// The first screen: who is asking, what the customer will do, and their consent.

import type { FlowState } from '../flow-protocol.ts'
import { Icon } from './icons.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'
import { SandboxNote } from './sandbox-section.tsx'
import { StepHeading } from './step-heading.tsx'
import { useWords } from './use-words.ts'

export function ConsentScreen({ state, onAgree }: { state: FlowState; onAgree: () => void }) {
  const words = useWords()
  return (
    <section class="screen">
      <StepHeading text={words.consent.heading} />
      <p class="lead">{words.consent.lead(state.merchantName)}</p>
      <h2 class="list-heading">{words.consent.youDo}</h2>
      <ul class="tasks">
        {state.steps.map((step) => (
          <li key={step}>
            <Icon name={step} />
            <span>{words.consent.tasks[step]}</span>
          </li>
        ))}
      </ul>
      <p class="note tasks-note">
        <Icon name="lock" />
        <span>
          {words.consent.privacy(state.serviceName, state.merchantName)}{' '}
          <PrivacyNotice service={state.serviceName} merchant={state.merchantName} />
        </span>
      </p>
      <div class="actions">
        <p class="hint">{words.consent.agreement(state.serviceName, state.merchantName)}</p>
        <button type="button" class="primary" onClick={onAgree}>
          {words.consent.agree}
        </button>
        <SandboxNote text={words.consent.specimens} />
      </div>
    </section>
  )
}
