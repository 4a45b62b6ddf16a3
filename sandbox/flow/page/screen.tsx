// The parts of every screen: the frame, the heading, and components that several screens use.
import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'hono/jsx/dom'
import type { Capability } from '../../state/entities.ts'
import type { FlowState } from '../flow-protocol.ts'
import { isLanguage, type Language, WORDS } from './words.ts'
import { ENGLISH, type Words } from './words-english.ts'

export type Place = 'CONSENT' | Capability | 'REVIEW'

interface Flow {
  words: Words
  language: Language
  setLanguage: (language: Language) => void
  /** Null while it is unknown. */
  state: FlowState | null
  /** Null if there is nothing left to cancel. */
  cancel: (() => void) | null
}

const FlowContext = createContext<Flow>({
  words: ENGLISH,
  language: 'en',
  setLanguage: () => undefined,
  state: null,
  cancel: null,
})
export const FlowProvider = FlowContext.Provider
export const useFlow = (): Flow => useContext(FlowContext)
export const useWords = (): Words => useFlow().words

export function placesOf({ steps }: FlowState): Place[] {
  return ['CONSENT', ...steps, 'REVIEW']
}

interface ScreenProps {
  heading: string
  lead: string
  problem?: string | null
  /** The customer's step, if the screen belongs to one. */
  place?: Place | null
  back?: (() => void) | null
  /** Announced to screen readers. */
  said?: string
  /** Whether `said` can be seen too. */
  isSaidVisible?: boolean
  /** A change focuses the heading again, because what was pressed has gone. */
  turn?: string
  /** Set on a screen that ends the flow. */
  mark?: 'check' | 'problem'
  children?: unknown
}

export function Screen(props: ScreenProps) {
  const { heading, lead, problem = null, place = null, back = null, mark, children } = props
  const { said = '', isSaidVisible = false, turn } = props
  const { state, words } = useFlow()
  useEffect(() => {
    document.title = `${heading} · ${words.title}`
  }, [heading, words.title])
  return (
    <Frame back={back}>
      {state && place ? <Progress places={placesOf(state)} place={place} /> : null}
      <section class={mark ? 'screen end' : 'screen'}>
        {mark ? (
          <span class={`end-mark ${mark}`}>
            <Icon name={mark} />
          </span>
        ) : null}
        <Heading text={heading} turn={turn} />
        <p class="lead">{lead}</p>
        {/* Always present, because screen readers don't announce a region that is added together with its text. */}
        <div role="alert">
          {problem === null ? null : (
            <p class="alert row">
              <Icon name="alert" />
              <span>{problem}</span>
            </p>
          )}
        </div>
        {/* Always present too, so it has no display: none. */}
        <p role="status" class={isSaidVisible ? 'said' : 'visually-hidden'}>
          {said}
        </p>
        {children}
      </section>
    </Frame>
  )
}

/** The merchant's brand, the language and the cancel button at the top; the service's name at the bottom. */
export function Frame({ back, children }: { back?: (() => void) | null; children?: unknown }) {
  const { words, language, setLanguage, state, cancel } = useFlow()
  const name = state?.merchantName ?? words.title
  const logo = state ? state.brand?.logo : '/flow/icon.svg'
  return (
    <div class="flow">
      <header class="row">
        {back ? <IconButton name={words.back} icon="back" onPress={back} /> : null}
        <span class="brand row">
          {logo ? <img src={logo} alt="" /> : null}
          {name}
        </span>
        <select
          aria-label={words.language}
          onChange={({ target }: Event) => {
            if (target instanceof HTMLSelectElement && isLanguage(target.value))
              setLanguage(target.value)
          }}
        >
          {Object.entries(WORDS).map(([one, { languageName }]) => (
            <option key={one} value={one} lang={one} selected={one === language}>
              {languageName}
            </option>
          ))}
        </select>
        {cancel ? <IconButton name={words.cancel} icon="close" onPress={cancel} /> : null}
      </header>
      <main>{children}</main>
      <footer class="row">
        <span class="row">
          <img src="/flow/icon.svg" alt="" width="18" height="18" />
          {words.securedBy}
        </span>
        <span class="badge">Sandbox</span>
      </footer>
    </div>
  )
}

function IconButton(props: { name: string; icon: IconName; onPress: () => void }) {
  return (
    <button type="button" aria-label={props.name} onClick={props.onPress}>
      <Icon name={props.icon} />
    </button>
  )
}

/** Progress as text, and as a bar that screen readers skip. */
function Progress({ places, place }: { places: readonly Place[]; place: Place }) {
  const words = useWords()
  const position = places.indexOf(place) + 1
  return (
    <div class="progress">
      <p>
        <span>{words.progress(position, places.length)}</span>
        <strong>{words.steps[place]}</strong>
      </p>
      <progress aria-hidden="true" value={position} max={places.length} />
    </div>
  )
}

/** Gets focus when the screen appears, so that a screen reader starts here. */
function Heading({ text, turn }: { text: string; turn: string | undefined }) {
  const { language } = useFlow()
  const heading = useRef<HTMLHeadingElement>(null)
  const shownIn = useRef<Language | null>(null)
  // Before the screen is drawn: scrolling later could move a button that someone is about to press.
  useLayoutEffect(() => {
    const focus = () => {
      heading.current?.focus()
      // After focusing, the top of a long screen may be out of view.
      scrollTo({ top: 0 })
    }
    // In a cross-site frame, the browser refuses focus until the frame has it.
    const focusOnArrival = () => {
      if (document.activeElement === document.body) focus()
    }
    // Don't move the focus of someone who changes the language. Hono runs layout effects before it inserts the screen.
    if (shownIn.current === null || shownIn.current === language) queueMicrotask(focus)
    shownIn.current = language
    addEventListener('focus', focusOnArrival)
    return () => removeEventListener('focus', focusOnArrival)
  }, [text, language, turn])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  )
}

interface ChoiceProps {
  name: string
  hint: string
  icon?: IconName
  checked: boolean
  onChange: () => void
}

export function Choice({ name, hint, icon, checked, onChange }: ChoiceProps) {
  const hintId = `hint ${name}`.replaceAll(' ', '-')
  return (
    <label class={icon ? 'row card' : 'row'}>
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
        <small id={hintId}>{hint}</small>
      </span>
    </label>
  )
}

export function Picture({ blob, name, class: kind }: { blob: Blob; name: string; class?: string }) {
  const words = useWords()
  // Never revoked, because the page ends with the flow.
  const url = useMemo(() => URL.createObjectURL(blob), [blob])
  return <img class={kind} src={url} alt={`${words.picture.preview}: ${name}`} />
}

/** Offers the phone, because a computer may have no good camera. The style sheet hides the offer on phones. */
export function PhoneOffer({ onPress }: { onPress: () => void }) {
  const words = useWords()
  return (
    <button type="button" class="link row phone-offer" onClick={onPress}>
      <Icon name="phone" />
      {words.phone.offer}
    </button>
  )
}

/** Opens when it mounts, with the focus on its main button. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { heading, lead, stay, go } = useWords().leave
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // Closes on unmount, so that the focus returns to its earlier place.
    const opened = dialog.current
    opened?.showModal()
    // Chromium blocks `autofocus` in a cross-origin frame, so focus here.
    opened?.querySelector<HTMLButtonElement>('.primary')?.focus()
    return () => opened?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby="dialog-heading" onCancel={onStay}>
      <h2 id="dialog-heading">{heading}</h2>
      <p>{lead}</p>
      <div class="actions">
        <button type="button" class="secondary row" onClick={onLeave}>
          {go}
        </button>
        <button type="button" class="primary row" onClick={onStay}>
          {stay}
        </button>
      </div>
    </dialog>
  )
}

const PASSPORT =
  'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM12 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.5 17h7'
const FACE =
  'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M9 10v.5M15 10v.5M9 15q3 2 6 0'
const PEN = 'M3 19h18M4 15c4-9 6-12 8-11s-4 9-2 10 3-5 5-5 0 4 2 4 3-1 4-2'

/** Drawn inline, so that the flow requests nothing from other hosts. */
const ICONS = {
  PERSONAL_INFO: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c0-4 3.6-6 8-6s8 2 8 6',
  PASSPORT_SCAN: PASSPORT,
  FACE_MATCH: FACE,
  SIGNATURE: PEN,
  passport: PASSPORT,
  selfie: FACE,
  signature: PEN,
  national_id:
    'M3 6h18v12H3ZM8.5 11.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM5.8 15.5q2.7-3 5.4 0M14 10h4M14 13.5h4',
  driving_license: 'M3 6h18v12H3ZM6 15h12M7 12l1.3-3h4.4l1.8 3M6 12h10a2 2 0 0 1 2 2v1',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4ZM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2',
  upload: 'M12 16V4M7 9l5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M20 12H4M11 5l-7 7 7 7',
  alert: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 8v5M12 16.2v.2',
  problem: 'M12 8v5M12 16.5v.2M12 3l9.5 17h-19Z',
} as const

type IconName = keyof typeof ICONS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={ICONS[name]} />
    </svg>
  )
}
