// The last screen before submitting: shows what the customer entered during this visit and lets them change it. Data from an
// earlier visit is only named, because otherwise anyone with the inquiryId could read it.

import { useEffect, useState } from 'hono/jsx/dom'
import {
  type FlowCapability,
  type FlowState,
  type Outcome,
  PERSONAL_INFO_FIELDS,
  PICTURE_PAGES,
  type PictureCapability,
} from '../flow-protocol.ts'
import type { Language } from '../languages.ts'
import { OutcomeChoice } from './choices.tsx'
import type { PersonalInfoForm } from './flow-client.ts'
import { Icon } from './icons.tsx'
import { ScreenHead } from './screen-head.tsx'
import { forPage, useWords } from './words.ts'

/** The pictures taken during this visit, in page order. */
export type TakenPictures = ReadonlyMap<PictureCapability, readonly Blob[]>

interface ReviewScreenProps {
  state: FlowState
  language: Language
  typed: PersonalInfoForm
  taken: TakenPictures
  onChange: (step: FlowCapability) => void
  /** Submits. Resolves to false if the service couldn't be reached. */
  submit: (outcome: Outcome | null) => Promise<boolean>
}

export function ReviewScreen(props: ReviewScreenProps) {
  const { state, language, typed, taken, onChange, submit } = props
  const words = useWords()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const [offline, setOffline] = useState(false)
  const typeOf = new Map(state.collected.map(({ capability, type }) => [capability, type]))

  function titleOf(step: FlowCapability): string {
    const type = typeOf.get(step)
    if (type === undefined || type === 'selfie' || type === 'signature') return words.steps[step]
    return words.documentChoice.names[type]
  }

  async function handIn() {
    if (busy) return
    setBusy(true)
    setOffline(!(await submit(outcome)))
    setBusy(false)
  }

  return (
    <section class="screen">
      <ScreenHead
        heading={words.review.heading}
        lead={words.review.lead}
        problem={offline ? words.offline : null}
      />
      <ul class="given">
        {state.steps.map((step) => {
          const type = typeOf.get(step)
          const pictures = step === 'PERSONAL_INFO' ? [] : (taken.get(step) ?? [])
          const isDetails = step === 'PERSONAL_INFO'
          return (
            <li key={step} class={isDetails ? 'wide' : ''}>
              <div class="row given-head">
                <h2>{titleOf(step)}</h2>
                <button
                  type="button"
                  class="link"
                  aria-label={`${words.review.change}: ${words.steps[step]}`}
                  onClick={() => onChange(step)}
                >
                  {words.review.change}
                </button>
              </div>
              {isDetails && typed.fullName !== '' ? (
                <TypedDetails typed={typed} language={language} />
              ) : type !== undefined && pictures.length > 0 ? (
                <div class={`thumbnails ${type}`}>
                  {PICTURE_PAGES[type].map((page, index) => (
                    <Thumbnail
                      key={page}
                      picture={pictures[index]}
                      name={forPage(words.picture.names[type], page)}
                    />
                  ))}
                </div>
              ) : (
                <p class="row soft">
                  <Icon name="check" />
                  {words.review.given}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <div class="actions">
        <button type="button" class="primary row" aria-disabled={busy} onClick={handIn}>
          {busy ? words.saving : words.review.submit(state.merchantName)}
        </button>
      </div>
      <OutcomeChoice chosen={outcome} onChoose={setOutcome} />
    </section>
  )
}

function TypedDetails({ typed, language }: { typed: PersonalInfoForm; language: Language }) {
  const words = useWords()
  const country = new Intl.DisplayNames(language, { type: 'region' })
  return (
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
  )
}

function Thumbnail({ picture, name }: { picture: Blob | undefined; name: string }) {
  const words = useWords()
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!picture) return
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return (
    <div class="thumbnail">
      {url === null ? null : <img src={url} alt={`${words.picture.preview}: ${name}`} />}
    </div>
  )
}
