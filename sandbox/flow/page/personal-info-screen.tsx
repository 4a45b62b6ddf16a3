// PERSONAL_INFO: the customer's details. The server validates them; the page shows which fields to correct.

import { useRef, useState } from 'hono/jsx/dom'
import { PERSONAL_INFO_FIELDS, type PersonalInfoField } from '../flow-protocol.ts'
import type { Language } from '../languages.ts'
import { listCountries } from './countries.ts'
import type { Answer, PersonalInfoForm } from './flow-client.ts'
import { Icon } from './icons.tsx'
import { SandboxButton } from './sandbox.tsx'
import { ScreenHead } from './screen-head.tsx'
import { useWayBack } from './way-back.ts'
import { useWords } from './words.ts'

const INPUTS = {
  fullName: { type: 'text', autocomplete: 'name', dir: 'auto' },
  email: { type: 'email', autocomplete: 'email', dir: 'ltr' },
  phone: { type: 'tel', autocomplete: 'tel', dir: 'ltr' },
} as const

interface PersonalInfoScreenProps {
  language: Language
  /** What the customer has typed during this visit; never read back from the server. */
  typed: PersonalInfoForm
  /** A made-up person with matching specimens. */
  getSample: () => Promise<Answer<PersonalInfoForm>>
  save: (form: PersonalInfoForm) => Promise<Answer>
  back: (() => void) | null
}

export function PersonalInfoScreen(props: PersonalInfoScreenProps) {
  const { language, typed, getSample, save } = props
  const words = useWords()
  useWayBack(props.back)
  const [busy, setBusy] = useState(false)
  const [offline, setOffline] = useState(false)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const form = useRef<HTMLFormElement>(null)

  async function submit(event: Event) {
    event.preventDefault()
    if (!form.current || busy) return
    setBusy(true)
    const answer = await save(readForm(form.current))
    setBusy(false)
    if (answer.ok) return
    setOffline(answer.reason === 'offline')
    setWrong(answer.fields)
    const [first] = answer.fields
    if (first !== undefined) focusOn(first)
  }

  async function fillInSample() {
    const answer = await getSample()
    setOffline(!answer.ok)
    if (!answer.ok || !form.current) return
    for (const field of PERSONAL_INFO_FIELDS) {
      const control = form.current.elements.namedItem(field)
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
        control.value = answer.value[field]
      }
    }
    setWrong([])
  }

  /** The field may be correct now; only the next response can tell. */
  function forgetProblem({ target }: Event) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    setWrong(wrong.filter((field) => field !== target.name))
  }

  return (
    <form class="screen" ref={form} noValidate onSubmit={submit} onInput={forgetProblem}>
      <ScreenHead
        heading={words.personalInfo.heading}
        lead={words.personalInfo.lead}
        problem={offline ? words.offline : null}
      />
      {PERSONAL_INFO_FIELDS.map((field) => (
        <Field key={field} field={field} wrong={wrong.includes(field)}>
          {field === 'country' ? (
            <select {...controlProps(field, wrong)} autocomplete="country">
              <option value="">{words.personalInfo.chooseCountry}</option>
              {listCountries(language).map(({ code, name }) => (
                <option key={code} value={code} selected={code === typed.country}>
                  {name}
                </option>
              ))}
            </select>
          ) : (
            <input {...controlProps(field, wrong)} {...INPUTS[field]} value={typed[field]} />
          )}
        </Field>
      ))}
      <div class="actions">
        <button type="submit" class="primary row" aria-disabled={busy}>
          {busy ? words.saving : words.continue}
        </button>
        <SandboxButton
          text={words.personalInfo.sample}
          description={words.personalInfo.sampleHint}
          onPress={fillInSample}
        />
      </div>
    </form>
  )
}

function Field(props: { field: PersonalInfoField; wrong: boolean; children?: unknown }) {
  const words = useWords()
  const { field, wrong } = props
  const hint = wrong ? words.personalInfo.problems[field] : words.personalInfo.hints[field]
  return (
    <div class={wrong ? 'field wrong' : 'field'}>
      <label for={`field-${field}`}>{words.personalInfo.labels[field]}</label>
      {props.children}
      <p id={`hint-${field}`} class={wrong ? 'hint row' : 'hint'}>
        {wrong ? <Icon name="alert" /> : null}
        {hint}
      </p>
    </div>
  )
}

const focusOn = (field: string) => document.getElementById(`field-${field}`)?.focus()

function controlProps(field: PersonalInfoField, wrong: readonly string[]) {
  return {
    id: `field-${field}`,
    name: field,
    required: true,
    'aria-invalid': wrong.includes(field) ? 'true' : 'false',
    'aria-describedby': `hint-${field}`,
  } as const
}

function readForm(form: HTMLFormElement): PersonalInfoForm {
  const data = new FormData(form)
  const text = (field: PersonalInfoField) => String(data.get(field) ?? '')
  return {
    fullName: text('fullName'),
    country: text('country'),
    email: text('email'),
    phone: text('phone'),
  }
}
