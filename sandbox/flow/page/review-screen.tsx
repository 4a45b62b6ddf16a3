// The review before the submission: shows the input of this visit, which the customer can change. It only names the steps of earlier
// visits, because otherwise anyone with the inquiryId could read their data.
import { useState } from 'hono/jsx/dom'
import type { Capability, PersonalInfo } from '../../state/entities.ts'
import {
  type FlowState,
  OUTCOMES,
  type Outcome,
  PERSONAL_INFO_FIELDS,
  type PictureCapability,
} from '../flow-protocol.ts'
import { Choice, Picture, Screen, useFlow, useWords } from './screen.tsx'

/** This visit's pictures, in page order. */
export type TakenPictures = ReadonlyMap<PictureCapability, readonly Blob[]>

interface ReviewScreenProps {
  state: FlowState
  /** Null if the customer gave it in an earlier visit. */
  typed: PersonalInfo | null
  taken: TakenPictures
  onChange: (step: Capability) => void
  /** Submits. Resolves to false if the service can't be reached. */
  submit: (outcome: Outcome | null) => Promise<boolean>
}

export function ReviewScreen({ state, typed, taken, onChange, submit }: ReviewScreenProps) {
  const words = useWords()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const [offline, setOffline] = useState(false)

  async function handIn() {
    if (busy) return
    setBusy(true)
    setOffline(!(await submit(outcome)))
    setBusy(false)
  }

  return (
    <Screen
      place="REVIEW"
      heading={words.review.heading}
      lead={words.review.lead}
      problem={offline ? words.offline : null}
    >
      <ul class="given">
        {state.steps.map((step) => (
          <Given key={step} {...{ state, step, typed, taken, onChange }} />
        ))}
      </ul>
      <div class="actions">
        <button type="button" class="primary row" aria-disabled={busy} onClick={handIn}>
          {busy ? words.saving : words.review.submit(state.merchantName)}
        </button>
      </div>
      <OutcomeChoice chosen={outcome} onChoose={setOutcome} />
    </Screen>
  )
}

function Given(props: Omit<ReviewScreenProps, 'submit'> & { step: Capability }) {
  const { state, step, typed, taken, onChange } = props
  const { words, language } = useFlow()
  const type = state.collected.find(({ capability }) => capability === step)?.type
  const pictures = step === 'PERSONAL_INFO' ? [] : (taken.get(step) ?? [])
  const country = new Intl.DisplayNames(language, { type: 'region' })
  return (
    <li class="card">
      <div class="row given-head">
        <h2>{type ? words.pictures[type] : words.steps[step]}</h2>
        <button
          type="button"
          class="link"
          aria-label={`${words.review.change}: ${words.steps[step]}`}
          onClick={() => onChange(step)}
        >
          {words.review.change}
        </button>
      </div>
      {step === 'PERSONAL_INFO' && typed ? (
        <dl>
          {PERSONAL_INFO_FIELDS.map((field) => (
            <div key={field}>
              <dt>{words.personalInfo.labels[field]}</dt>
              <dd>
                <bdi>{field === 'country' ? country.of(typed.country) : typed[field]}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : type && pictures.length > 0 ? (
        <div class="row">
          {pictures.map((blob, index) => (
            <Picture key={`${type} ${index}`} blob={blob} name={words.pictures[type]} />
          ))}
        </div>
      ) : (
        <p class="hint">{words.review.given}</p>
      )}
    </li>
  )
}

interface OutcomeChoiceProps {
  chosen: Outcome | null
  onChoose: (outcome: Outcome | null) => void
}

/** Chooses the outcome, which a real service doesn't offer. */
function OutcomeChoice({ chosen, onChoose }: OutcomeChoiceProps) {
  const { sandbox } = useWords()
  const nameOf = (outcome: Outcome | null) => sandbox.outcomes[outcome ?? 'RUN']
  return (
    <details
      class="sandbox"
      onToggle={({ target }: Event) => {
        if (target instanceof HTMLDetailsElement && target.open)
          target.scrollIntoView({ block: 'nearest' })
      }}
    >
      <summary>
        {sandbox.outcome}: {nameOf(chosen)}
      </summary>
      <fieldset aria-label={sandbox.heading}>
        <p class="hint">{sandbox.lead}</p>
        {[null, ...OUTCOMES].map((outcome) => (
          <Choice
            key={outcome ?? 'RUN'}
            name={nameOf(outcome)}
            hint={sandbox.hints[outcome ?? 'RUN']}
            checked={chosen === outcome}
            onChange={() => onChoose(outcome)}
          />
        ))}
      </fieldset>
    </details>
  )
}
