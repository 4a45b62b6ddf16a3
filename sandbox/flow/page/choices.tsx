// Choices as rows: which document, and what only a sandbox lets the customer choose.

import { useState } from 'hono/jsx/dom'
import { DOCUMENT_TYPES, type DocumentType, OUTCOMES, type Outcome } from '../flow-protocol.ts'
import type { SpecimenKind } from './flow-client.ts'
import { Icon, type IconName } from './icons.tsx'
import { SandboxSection } from './sandbox.tsx'
import { ScreenHead } from './screen-head.tsx'
import { useWayBack } from './way-back.ts'
import { useWords } from './words.ts'

interface ChoiceProps {
  name: string
  hint?: string
  icon?: IconName
  checked: boolean
  onChange: () => void
}

function Choice({ name, hint, icon, checked, onChange }: ChoiceProps) {
  const hintId = hint && `hint ${name}`.replaceAll(' ', '-')
  return (
    <label class="row">
      <input
        type="radio"
        name="choice"
        aria-label={name}
        aria-describedby={hintId}
        checked={checked}
        onChange={onChange}
      />
      {icon ? <Icon name={icon} /> : null}
      <span class="text">
        <strong>{name}</strong>
        {hint ? <small id={hintId}>{hint}</small> : null}
      </span>
    </label>
  )
}

interface DocumentChoiceProps {
  onChoose: (type: DocumentType) => void
  back: (() => void) | null
}

export function DocumentChoice({ onChoose, back }: DocumentChoiceProps) {
  const words = useWords().documentChoice
  useWayBack(back)
  const [chosen, setChosen] = useState<DocumentType>('passport')
  return (
    <section class="screen">
      <ScreenHead heading={words.heading} lead={words.lead} />
      <fieldset class="choices" aria-label={words.lead}>
        {DOCUMENT_TYPES.map((type) => (
          <Choice
            key={type}
            name={words.names[type]}
            hint={words.pages[type]}
            icon={type}
            checked={chosen === type}
            onChange={() => setChosen(type)}
          />
        ))}
      </fieldset>
      <div class="actions">
        <button type="button" class="primary row" onClick={() => onChoose(chosen)}>
          {words.continueWith[chosen]}
        </button>
      </div>
    </section>
  )
}

interface OutcomeChoiceProps {
  chosen: Outcome | null
  onChoose: (outcome: Outcome | null) => void
}

/** The outcome of the check, which a real service doesn't let the customer choose. */
export function OutcomeChoice({ chosen, onChoose }: OutcomeChoiceProps) {
  const words = useWords().sandbox
  const nameOf = (outcome: Outcome | null) =>
    outcome === null ? words.letItRun : words.outcomes[outcome]
  return (
    <SandboxSection title={words.outcome} chosen={nameOf(chosen)}>
      <fieldset aria-label={words.heading}>
        <p class="hint">{words.lead}</p>
        {[null, ...OUTCOMES].map((outcome) => (
          <Choice
            key={outcome ?? 'RUN'}
            name={nameOf(outcome)}
            hint={words.hints[outcome ?? 'RUN']}
            checked={chosen === outcome}
            onChange={() => onChoose(outcome)}
          />
        ))}
      </fieldset>
    </SandboxSection>
  )
}

interface SpecimenChoicesProps {
  chosen: SpecimenKind
  mayBearAnotherName: boolean
  onChoose: (as: SpecimenKind) => void
}

export function SpecimenChoices({ chosen, mayBearAnotherName, onChoose }: SpecimenChoicesProps) {
  const words = useWords().picture
  const names = { good: words.passCheck, failing: words.failCheck, 'other-name': words.anotherName }
  return (
    <SandboxSection title={words.specimens} chosen={names[chosen]}>
      <fieldset aria-label={words.specimens}>
        {(['good', 'failing', 'other-name'] as const)
          .filter((as) => as !== 'other-name' || mayBearAnotherName)
          .map((as) => (
            <Choice
              key={as}
              name={names[as]}
              checked={chosen === as}
              onChange={() => onChoose(as)}
            />
          ))}
      </fieldset>
    </SandboxSection>
  )
}
