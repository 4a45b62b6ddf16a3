// The hosted flow's page. It gets the inquiry from the window that opened it, and leads the customer through the template's steps.
import { render, useEffect, useLayoutEffect, useState } from 'hono/jsx/dom'
import type { VerificationErrorCode, VerificationStep } from '../../sdk/v1.d.ts'
import type { ArtifactType, Capability, PersonalInfo } from '../../state/entities.ts'
import type { FlowState, Outcome } from '../flow-protocol.ts'
import { ConsentScreen } from './consent-screen.tsx'
import { EndScreen } from './end-screen.tsx'
import { type Answer, createFlowClient, type FlowClient } from './flow-client.ts'
import { findHost } from './host.ts'
import { PersonalInfoScreen } from './personal-info-screen.tsx'
import { PhoneScreen } from './phone-screen.tsx'
import { type Draft, PictureStep } from './picture-step.tsx'
import { ReviewScreen, type TakenPictures } from './review-screen.tsx'
import { FlowProvider, Frame, LeaveDialog, type Place, placesOf } from './screen.tsx'
import { type End, firstLanguage, type Language, WORDS } from './words.ts'

type View =
  | { at: 'loading' }
  | { at: 'place'; place: Place }
  /** `from` is where the customer was, and `next` what they had to do next. */
  | { at: 'phone'; from: Place; next: Place }
  | { at: 'end'; end: End }

const NOTHING_TYPED: PersonalInfo = { fullName: '', country: '', email: '', phone: '' }

const ERROR_CODES: Record<Exclude<End, 'done'>, VerificationErrorCode> = {
  unknown: 'UNKNOWN_INQUIRY',
  phone: 'UNKNOWN_INQUIRY',
  expired: 'EXPIRED',
  finished: 'ALREADY_COMPLETED',
  'redirect-only': 'REDIRECT_REQUIRED',
  offline: 'SERVICE_UNAVAILABLE',
}

const host = findHost()

function FlowPage() {
  const [language, setLanguage] = useState<Language>(firstLanguage(navigator.languages))
  const [client, setClient] = useState<FlowClient | null>(null)
  const [state, setState] = useState<FlowState | null>(null)
  const [view, setView] = useState<View>({ at: 'loading' })
  const [typed, setTyped] = useState<PersonalInfo | null>(null)
  const [taken, setTaken] = useState<TakenPictures>(new Map())
  const [drafts, setDrafts] = useState<ReadonlyMap<Place, Draft>>(new Map())
  const [leaving, setLeaving] = useState(false)
  const words = WORDS[language]

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  // Runs only once, because a retry keeps the customer's later choices.
  useEffect(() => {
    host.start.then((start) => {
      if (start?.language) setLanguage(firstLanguage([start.language, ...navigator.languages]))
    })
  }, [])

  async function load(): Promise<void> {
    setView({ at: 'loading' })
    const start = await host.start
    if (start === null) return stop(host.isPhone ? 'phone' : 'unknown')
    const newClient = createFlowClient(start.inquiryId)
    const answer = await newClient.getState()
    if (!answer.ok) {
      host.tell({ type: 'ready' })
      return stop(isFinal(answer.reason) ? answer.reason : 'offline')
    }
    // Reports this without `ready`, so that the merchant can still redirect.
    if (answer.value.redirectOnly && host.isEmbedded) return stop('redirect-only')
    const { brand } = answer.value
    if (brand) {
      document.documentElement.style.setProperty('--brand', brand.color)
      document.documentElement.style.setProperty('--brand-darkened', brand.darkened)
    }
    setClient(newClient)
    setState(answer.value)
    host.tell({ type: 'ready' })
    show(answer.value, firstPlace(answer.value))
  }
  useEffect(() => void load(), [])

  function show(current: FlowState, place: Place): void {
    setView({ at: 'place', place })
    reportStep(current, place)
  }

  function stop(end: Exclude<End, 'done'>): void {
    setView({ at: 'end', end })
    host.tell({ type: 'error', code: ERROR_CODES[end], message: `The flow stopped: ${end}` })
  }

  /** Ends the flow if the refusal is final. @returns false if the customer can try again on this screen */
  function stopsFlow(reason: string): boolean {
    if (!isFinal(reason)) return false
    stop(reason)
    return true
  }

  function collected(current: FlowState, capability: Capability, type?: ArtifactType): void {
    const others = current.collected.filter((one) => one.capability !== capability)
    const result = type ? { capability, type } : { capability }
    const next = { ...current, collected: [...others, result] }
    setState(next)
    show(next, firstPlace(next))
  }

  function finish(): void {
    setView({ at: 'end', end: 'done' })
    if (state) reportStep(state, 'DONE')
  }

  /** Follows the phone, and reports its steps as if the customer had taken them here. */
  function follow(answer: Answer<FlowState>): void {
    if (answer.ok) {
      setState(answer.value)
      reportStep(answer.value, firstPlace(answer.value))
    } else if (answer.reason === 'finished') finish()
    else stopsFlow(answer.reason)
  }

  async function submit(outcome: Outcome | null): Promise<boolean> {
    const answer = await client?.finish(outcome)
    if (answer?.ok) {
      finish()
      return true
    }
    return answer !== undefined && stopsFlow(answer.reason)
  }

  const end = view.at === 'end' ? view.end : null
  const goBack = () => host.leave(end === 'done' || end === 'finished' ? 'complete' : 'cancel')

  /** Leaves the inquiry open, so that the customer can resume it. */
  function leave(): void {
    host.leave('cancel')
    setLeaving(false)
    if (!host.canReturn) setView({ at: 'end', end: host.isPhone ? 'phone' : 'unknown' })
  }

  const askToLeave = () => (end === null ? setLeaving(true) : goBack())
  // A layout effect, because the heading has focus as soon as it appears.
  useLayoutEffect(() => {
    host.onLeaveRequest(askToLeave)
    const onKey = (event: KeyboardEvent) => {
      // The leave dialog handles Escape itself.
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
      event.preventDefault()
      askToLeave()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [view])

  function screenOf(place: Place, current: FlowState, using: FlowClient) {
    const previous = placeBefore(current, place)
    const back = previous ? () => show(current, previous) : null
    const onPhone = () => setView({ at: 'phone', from: place, next: firstPlace(current) })
    switch (place) {
      case 'CONSENT':
        return (
          <ConsentScreen
            state={current}
            onAgree={() => show(current, firstPlace(current, true))}
            onNotNow={leave}
            onPhone={onPhone}
          />
        )
      case 'PERSONAL_INFO':
        return (
          <PersonalInfoScreen
            sample={current.samplePerson}
            typed={typed ?? NOTHING_TYPED}
            back={back}
            save={async (form) => {
              setTyped(form)
              const answer = await using.savePersonalInfo(form)
              if (answer.ok) collected(current, place)
              else stopsFlow(answer.reason)
              return answer
            }}
          />
        )
      case 'REVIEW':
        return (
          <ReviewScreen
            {...{ state: current, typed, taken, submit }}
            onChange={(step) => show(current, step)}
          />
        )
      default:
        return (
          <PictureStep
            key={place}
            {...{ capability: place, client: using, back, onPhone }}
            fullName={typed?.fullName ?? null}
            draft={drafts.get(place)}
            onDraft={(draft) => setDrafts(new Map(drafts).set(place, draft))}
            onSaved={(type, pictures) => {
              setDrafts(new Map([...drafts].filter(([step]) => step !== place)))
              setTaken(new Map(taken).set(place, pictures))
              collected(current, place, type)
            }}
            onDeadEnd={stopsFlow}
          />
        )
    }
  }

  const cancel = end === null ? askToLeave : null
  return (
    <FlowProvider value={{ words, language, setLanguage, state, cancel }}>
      {view.at === 'loading' ? (
        <Frame>
          <p role="status" class="loading">
            {words.loading}
          </p>
        </Frame>
      ) : null}
      {state && client && view.at === 'place' ? screenOf(view.place, state, client) : null}
      {state && client && view.at === 'phone' ? (
        <PhoneScreen
          client={client}
          place={firstPlace(state)}
          follow={follow}
          // If the phone has gone on, so does this device.
          back={() => show(state, firstPlace(state) === view.next ? view.from : firstPlace(state))}
        />
      ) : null}
      {end === null ? null : <EndScreen end={end} host={host} onReturn={goBack} onRetry={load} />}
      {leaving ? <LeaveDialog onStay={() => setLeaving(false)} onLeave={leave} /> : null}
    </FlowProvider>
  )
}

/** Where "Back" leads. If the customer came from the review to change a step, it leads to the review. */
function placeBefore(state: FlowState, place: Place): Place | undefined {
  const isChange = place !== 'CONSENT' && firstPlace(state, true) === 'REVIEW'
  const places = placesOf(state)
  return isChange ? 'REVIEW' : places[places.indexOf(place) - 1]
}

/** Where to continue: at the first capability without a result. A customer who has any result has already consented. */
function firstPlace(state: FlowState, agreed = state.collected.length > 0): Place {
  if (!agreed) return 'CONSENT'
  const done = new Set(state.collected.map(({ capability }) => capability))
  return state.steps.find((step) => !done.has(step)) ?? 'REVIEW'
}

let reportedStep: VerificationStep | null = null

/** Reports the customer's step to the merchant's page whenever it changes. */
function reportStep(state: FlowState, step: VerificationStep): void {
  if (step === reportedStep) return
  reportedStep = step
  const places = placesOf(state)
  const position = step === 'DONE' ? places.length : places.indexOf(step) + 1
  host.tell({ type: 'step', step, position, total: places.length })
}

const isFinal = (reason: string): reason is 'unknown' | 'expired' | 'finished' =>
  reason === 'unknown' || reason === 'expired' || reason === 'finished'

const root = document.getElementById('flow')
if (root) render(<FlowPage />, root)
