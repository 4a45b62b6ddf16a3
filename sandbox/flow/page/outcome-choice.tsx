// Lets the customer choose the outcome of the check, which a real service doesn't offer.

import { OUTCOMES, type Outcome } from '../flow-protocol.ts'
import { SandboxSection } from './sandbox-section.tsx'
import { useWords } from './use-words.ts'

interface OutcomeChoiceProps {
  chosen: Outcome | null
  onChoose: (outcome: Outcome | null) => void
}

export function OutcomeChoice({ chosen, onChoose }: OutcomeChoiceProps) {
  const words = useWords()
  const choices = [null, ...OUTCOMES]
  const nameOf = (outcome: Outcome | null) =>
    outcome === null ? words.sandbox.letItRun : words.sandbox.outcomes[outcome]
  return (
    <SandboxSection title={words.sandbox.outcome} chosen={nameOf(chosen)}>
      <fieldset>
        <legend class="visually-hidden">{words.sandbox.heading}</legend>
        <p class="hint">{words.sandbox.lead}</p>
        {choices.map((outcome) => {
          const key = outcome ?? 'RUN'
          return (
            <label class="outcome" key={key}>
              <input
                type="radio"
                name="outcome"
                aria-label={nameOf(outcome)}
                aria-describedby={`outcome-${key}`}
                checked={chosen === outcome}
                onChange={() => onChoose(outcome)}
              />
              <span class="choice-text">
                <strong>{nameOf(outcome)}</strong>
                <small id={`outcome-${key}`}>{words.sandbox.hints[key]}</small>
              </span>
            </label>
          )
        })}
      </fieldset>
    </SandboxSection>
  )
}
