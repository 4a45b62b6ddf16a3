// The sandbox panel: the one part of the flow that a real service doesn't have. It is marked as such.

import { OUTCOMES, type Outcome } from '../flow-protocol.ts'
import { useWords } from './use-words.ts'

interface SandboxPanelProps {
  chosen: Outcome | null
  onChoose: (outcome: Outcome | null) => void
}

export function SandboxPanel({ chosen, onChoose }: SandboxPanelProps) {
  const words = useWords()
  const choices = [null, ...OUTCOMES]
  return (
    <fieldset class="sandbox-panel">
      <legend>{words.sandbox.heading}</legend>
      <p class="hint">{words.sandbox.lead}</p>
      {choices.map((outcome) => {
        const key = outcome ?? 'RUN'
        const name = outcome === null ? words.sandbox.letItRun : words.sandbox.outcomes[outcome]
        return (
          <label class="outcome" key={key}>
            <input
              type="radio"
              name="outcome"
              aria-label={name}
              aria-describedby={`outcome-${key}`}
              checked={chosen === outcome}
              onChange={() => onChoose(outcome)}
            />
            <span class="choice-text">
              <strong>{name}</strong>
              <small id={`outcome-${key}`}>{words.sandbox.hints[key]}</small>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
