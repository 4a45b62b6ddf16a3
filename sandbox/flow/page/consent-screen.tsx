// The first screen: who asks, what the customer will do, and their consent.
import type { FlowState } from '../flow-protocol.ts'
import { Icon, PhoneOffer, Screen, useWords } from './screen.tsx'

interface ConsentScreenProps {
  state: FlowState
  onAgree: () => void
  onNotNow: () => void
  onPhone: () => void
}

export function ConsentScreen({ state, onAgree, onNotNow, onPhone }: ConsentScreenProps) {
  const { consent, steps: names } = useWords()
  const { merchantName, steps } = state
  const comparesFace = steps.includes('PASSPORT_SCAN') && steps.includes('FACE_MATCH')
  return (
    <Screen place="CONSENT" heading={consent.heading} lead={consent.lead(merchantName)}>
      <h2>{consent.needed}</h2>
      <ul class="tasks card">
        {steps.map((step) => (
          <li key={step} class="row">
            <Icon name={step} />
            <span class="text">
              <strong>{names[step]}</strong>
              <small>{consent.details[step]}</small>
            </span>
          </li>
        ))}
      </ul>
      <p class="hint">{consent.specimens}</p>
      <PhoneOffer onPress={onPhone} />
      <div class="actions">
        <p>{consent.agreement(merchantName, comparesFace)}</p>
        <button type="button" class="secondary row" onClick={onNotNow}>
          {consent.notNow}
        </button>
        <button type="button" class="primary row" onClick={onAgree}>
          {consent.agree}
        </button>
      </div>
    </Screen>
  )
}
