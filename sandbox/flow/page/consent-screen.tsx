// The first screen: who is asking, what the customer will do, and their consent.

import type { FlowState } from '../flow-protocol.ts'
import { PrivacyNotice } from './dialogs.tsx'
import { Icon } from './icons.tsx'
import { PhoneOffer } from './phone-screen.tsx'
import { SandboxNote } from './sandbox.tsx'
import { ScreenHead } from './screen-head.tsx'
import { useWords } from './words.ts'

interface ConsentScreenProps {
  state: FlowState
  onAgree: () => void
  onNotNow: () => void
  /** Null on a phone. */
  onPhone: (() => void) | null
}

export function ConsentScreen({ state, onAgree, onNotNow, onPhone }: ConsentScreenProps) {
  const words = useWords()
  const { serviceName, merchantName, steps } = state
  const comparesFace = steps.includes('PASSPORT_SCAN') && steps.includes('FACE_MATCH')
  return (
    <section class="screen">
      <ScreenHead heading={words.consent.heading} lead={words.consent.lead(merchantName)} />
      <h2>{words.consent.youDo}</h2>
      <ul class="tasks">
        {steps.map((step) => (
          <li key={step} class="row">
            <Icon name={step} />
            <span class="text">
              <strong>{words.consent.tasks[step].name}</strong>
              <small>
                {step === 'FACE_MATCH' && comparesFace
                  ? words.consent.comparedFace
                  : words.consent.tasks[step].hint}
              </small>
            </span>
          </li>
        ))}
      </ul>
      <div class="actions">
        <p class="agreement">
          {words.consent.agreement(serviceName, merchantName, comparesFace)}{' '}
          <PrivacyNotice points={words.notice.points(serviceName, merchantName, comparesFace)} />
        </p>
        <button type="button" class="secondary row" onClick={onNotNow}>
          {words.consent.notNow}
        </button>
        <button type="button" class="primary row" onClick={onAgree}>
          {words.consent.agree}
        </button>
        <PhoneOffer onPress={onPhone} />
        <SandboxNote text={words.consent.specimens} />
      </div>
    </section>
  )
}
