// The hosted flow's page. It gets the inquiry from the window that opened it and guides the customer through the template's
// steps.

import { render, useEffect, useLayoutEffect, useState } from 'hono/jsx/dom'
import type { VerificationErrorCode, VerificationStep } from '../../sdk/v1.d.ts'
import { accentsOf } from '../../web/brand-accents.ts'
import type { FlowCapability, FlowState, Outcome, PictureType } from '../flow-protocol.ts'
import { isLanguage, type Language, languageOf, TITLES } from '../languages.ts'
import { ConsentScreen } from './consent-screen.tsx'
import { LeaveDialog } from './dialogs.tsx'
import { DeadEndScreen, DoneScreen } from './end-screens.tsx'
import {
  type Answer,
  createFlowClient,
  type FlowClient,
  type PersonalInfoForm,
  type Refusal,
} from './flow-client.ts'
import { FlowFooter, FlowHeader, Progress } from './frame.tsx'
import { findHost } from './host.ts'
import { PersonalInfoScreen } from './personal-info-screen.tsx'
import { PhoneScreen } from './phone-screen.tsx'
import { PictureStep } from './picture-step.tsx'
import { ReviewScreen, type TakenPictures } from './review-screen.tsx'
import { type WayBack, WayBackProvider } from './way-back.ts'
import { type DeadEnd, useWords, WORDS, WordsProvider } from './words.ts'

type Place = 'CONSENT' | FlowCapability | 'REVIEW'
type View =
  | { name: 'loading' }
  | { name: 'place'; place: Place }
  | { name: 'phone' }
  | { name: 'done' }
  | { name: 'dead-end'; reason: DeadEnd }

const NOTHING_TYPED: PersonalInfoForm = { fullName: '', country: '', email: '', phone: '' }

const ERROR_CODES: Record<DeadEnd, VerificationErrorCode> = {
  unknown: 'UNKNOWN_INQUIRY',
  nobody: 'UNKNOWN_INQUIRY',
  phone: 'UNKNOWN_INQUIRY',
  expired: 'EXPIRED',
  finished: 'ALREADY_COMPLETED',
  'redirect-only': 'REDIRECT_REQUIRED',
  offline: 'SERVICE_UNAVAILABLE',
}

const host = findHost()

function FlowPage() {
  const [language, setLanguage] = useState<Language>(documentLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <WordsProvider value={WORDS[language]}>
      <Flow language={language} onLanguage={setLanguage} />
    </WordsProvider>
  )
}

function Flow(props: { language: Language; onLanguage: (language: Language) => void }) {
  const words = useWords()
  const [client, setClient] = useState<FlowClient | null>(null)
  const [state, setState] = useState<FlowState | null>(null)
  const [view, setView] = useState<View>({ name: 'loading' })
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [taken, setTaken] = useState<TakenPictures>(new Map())
  const [leaving, setLeaving] = useState(false)
  const [wayBack, setWayBack] = useState<WayBack | null>(null)

  async function load(): Promise<void> {
    setView({ name: 'loading' })
    const start = await host.start
    if (start === null) return stop(host.isPhone ? 'phone' : 'nobody')
    const language = languageOf(start.language)
    if (language) props.onLanguage(language)
    const newClient = createFlowClient(start.inquiryId)
    const answer = await newClient.getState()
    if (!answer.ok) {
      host.tell({ type: 'ready' })
      return stop(deadEndOf(answer))
    }
    // Reported without `ready`, so the merchant can still open it by redirect.
    if (answer.value.redirectOnly && (host.framed || window.opener)) return stop('redirect-only')
    wearBrand(answer.value.brand)
    setClient(newClient)
    setState(answer.value)
    host.tell({ type: 'ready' })
    show(answer.value, firstPlace(answer.value))
  }
  useEffect(() => void load(), [])

  function show(current: FlowState, place: Place): void {
    setView({ name: 'place', place })
    const places = placesOf(current)
    tellStep(place, places.indexOf(place) + 1, places.length)
  }

  function stop(reason: DeadEnd): void {
    setView({ name: 'dead-end', reason })
    host.tell({ type: 'error', code: ERROR_CODES[reason], message: `The flow stopped: ${reason}` })
  }

  /** Ends the flow if the refusal is final, and returns whether it did. Otherwise the screen lets the customer try again. */
  function stopsFlow(reason: string): boolean {
    if (reason !== 'unknown' && reason !== 'expired' && reason !== 'finished') return false
    stop(reason)
    return true
  }

  function collected(capability: FlowCapability, type?: PictureType): void {
    if (!state) return
    const others = state.collected.filter((one) => one.capability !== capability)
    const next = {
      ...state,
      collected: [...others, type ? { capability, type } : { capability }],
    }
    setState(next)
    show(next, firstPlace(next))
  }

  function finish(): void {
    setView({ name: 'done' })
    const total = state ? placesOf(state).length : 1
    tellStep('DONE', total, total)
  }

  /** An earlier phone doesn't count. */
  function offerPhone(): void {
    if (state) setState({ ...state, onPhone: false })
    setView({ name: 'phone' })
  }

  /** What the customer does on their phone, reported as if they did it here. */
  function follow(answer: Answer<FlowState>): void {
    if (answer.ok) {
      const place = firstPlace(answer.value)
      const places = placesOf(answer.value)
      if (state && place !== firstPlace(state))
        tellStep(place, places.indexOf(place) + 1, places.length)
      setState(answer.value)
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

  const isOver = view.name === 'done' || view.name === 'dead-end'
  function goBack(): void {
    const complete =
      view.name === 'done' || (view.name === 'dead-end' && view.reason === 'finished')
    host.leave(complete ? 'complete' : 'cancel')
  }

  async function leave(): Promise<void> {
    await client?.cancel()
    host.leave('cancel')
    setLeaving(false)
    if (!host.canReturn) {
      setView({ name: 'dead-end', reason: host.isPhone ? 'phone' : 'nobody' })
    }
  }

  const askToLeave = () => (isOver ? goBack() : setLeaving(true))
  // With the screen, because its heading has focus as soon as it appears.
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
  }, [isOver, view])

  function screenOf(place: Place, current: FlowState, using: FlowClient) {
    const previous = placeBefore(current, place)
    const back = previous ? () => show(current, previous) : null
    const onPhone = host.isPhone ? null : offerPhone
    switch (place) {
      case 'CONSENT':
        return (
          <ConsentScreen
            state={current}
            onAgree={() => show(current, firstPlace(current, true))}
            onNotNow={() => void leave()}
            onPhone={onPhone}
          />
        )
      case 'PERSONAL_INFO':
        return (
          <PersonalInfoScreen
            language={props.language}
            typed={typed}
            getSample={using.getSamplePerson}
            back={back}
            save={async (form) => {
              setTyped(form)
              const answer = await using.savePersonalInfo(form)
              if (answer.ok) collected('PERSONAL_INFO')
              else stopsFlow(answer.reason)
              return answer
            }}
          />
        )
      case 'REVIEW':
        return (
          <ReviewScreen
            {...{ state: current, language: props.language, typed, taken, submit }}
            onChange={(step) => show(current, step)}
          />
        )
      default:
        return (
          <PictureStep
            key={place}
            {...{ capability: place, client: using, back, onPhone }}
            onSaved={(type, pictures) => {
              setTaken(new Map(taken).set(place, pictures))
              collected(place, type)
            }}
            onDeadEnd={stopsFlow}
          />
        )
    }
  }

  const places = state ? placesOf(state) : []
  const place = view.name === 'place' ? view.place : null
  const reached = view.name === 'phone' && state?.onPhone ? firstPlace(state) : place
  const title = TITLES[props.language]
  useEffect(() => {
    document.title = place ? `${words.steps[place]} · ${title}` : title
  }, [place, title])
  const end = {
    merchantName: state?.merchantName ?? null,
    canReturn: host.canReturn,
    isPhone: host.isPhone,
    onReturn: goBack,
  }
  return (
    <div class="flow">
      <FlowHeader
        name={state?.merchantName ?? title}
        logo={state ? (state.brand?.logo ?? null) : '/flow/icon.svg'}
        language={props.language}
        onLanguage={props.onLanguage}
        onBack={wayBack?.go ?? null}
        onCancel={isOver ? null : askToLeave}
      />
      <main>
        {reached ? (
          <Progress
            position={places.indexOf(reached) + 1}
            total={places.length}
            name={words.steps[reached]}
          />
        ) : null}
        {view.name === 'loading' ? (
          <p role="status" class="loading">
            {words.loading}
          </p>
        ) : null}
        {state && client && place ? (
          <WayBackProvider value={setWayBack}>{screenOf(place, state, client)}</WayBackProvider>
        ) : null}
        {state && client && view.name === 'phone' ? (
          <PhoneScreen
            client={client}
            onPhone={state.onPhone}
            follow={follow}
            back={() => show(state, firstPlace(state))}
          />
        ) : null}
        {view.name === 'done' ? <DoneScreen steps={state?.steps ?? []} {...end} /> : null}
        {view.name === 'dead-end' ? (
          <DeadEndScreen reason={view.reason} onRetry={load} {...end} />
        ) : null}
      </main>
      <FlowFooter serviceName={state?.serviceName ?? null} />
      {leaving ? <LeaveDialog onStay={() => setLeaving(false)} onLeave={leave} /> : null}
    </div>
  )
}

function placesOf(state: FlowState): Place[] {
  return ['CONSENT', ...state.steps, 'REVIEW']
}

/** Where "Back" leads. From a step that the customer changes after the review, that's the review. */
function placeBefore(state: FlowState, place: Place): Place | undefined {
  const isChange = place !== 'CONSENT' && firstPlace(state, true) === 'REVIEW'
  const places = placesOf(state)
  return isChange ? 'REVIEW' : places[places.indexOf(place) - 1]
}

/** Where to continue: the first capability without a result. A customer with any result has already consented. */
function firstPlace(state: FlowState, agreed = state.collected.length > 0): Place {
  if (!agreed) return 'CONSENT'
  const done = new Set(state.collected.map(({ capability }) => capability))
  return state.steps.find((step) => !done.has(step)) ?? 'REVIEW'
}

function tellStep(step: VerificationStep, position: number, total: number): void {
  host.tell({ type: 'step', step, position, total })
}

function deadEndOf({ reason }: Refusal): DeadEnd {
  return reason === 'unknown' || reason === 'expired' || reason === 'finished' ? reason : 'offline'
}

/** Sets the variables that flow-page.css derives its accents from. */
function wearBrand(brand: { color: string } | null): void {
  for (const [name, color] of Object.entries(brand ? accentsOf(brand.color) : {})) {
    document.documentElement.style.setProperty(`--brand-on-${name}`, color)
  }
}

function documentLanguage(): Language {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : 'en'
}

const root = document.getElementById('flow')
if (root) render(<FlowPage />, root)
