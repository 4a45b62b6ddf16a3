// PERSONAL_INFO: the customer's details. The server validates them, and the page marks the fields to correct.
import { useRef, useState } from 'hono/jsx/dom'
import type { PersonalInfo } from '../../state/entities.ts'
import { PERSONAL_INFO_FIELDS, type PersonalInfoField } from '../flow-protocol.ts'
import type { Answer } from './flow-client.ts'
import { Screen, useFlow, useWords } from './screen.tsx'

/** Every country and territory of ISO 3166-1. The browser names them in the customer's language. */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

const INPUTS = {
  fullName: { type: 'text', autocomplete: 'name', dir: 'auto' },
  email: { type: 'email', autocomplete: 'email', dir: 'ltr' },
  phone: { type: 'tel', autocomplete: 'tel', dir: 'ltr' },
} as const

interface PersonalInfoScreenProps {
  sample: PersonalInfo
  /** The input of this visit. The server never returns it. */
  typed: PersonalInfo
  save: (form: PersonalInfo) => Promise<Answer>
  back: (() => void) | null
}

export function PersonalInfoScreen({ sample, typed, save, back }: PersonalInfoScreenProps) {
  const { words, language } = useFlow()
  const [busy, setBusy] = useState(false)
  const [offline, setOffline] = useState(false)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const form = useRef<HTMLFormElement>(null)
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const countries = COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort(
    (one, other) => one.name.localeCompare(other.name, language),
  )

  async function submit(event: Event) {
    event.preventDefault()
    if (!form.current || busy) return
    setBusy(true)
    const data = new FormData(form.current)
    const text = (field: PersonalInfoField) => String(data.get(field) ?? '')
    const answer = await save({
      fullName: text('fullName'),
      country: text('country'),
      email: text('email'),
      phone: text('phone'),
    })
    setBusy(false)
    if (answer.ok) return
    setOffline(answer.reason === 'offline')
    setWrong(answer.fields)
    document.getElementById(`field-${answer.fields[0]}`)?.focus()
  }

  function fillInSample() {
    for (const field of PERSONAL_INFO_FIELDS) {
      const control = form.current?.elements.namedItem(field)
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)
        control.value = sample[field]
    }
    setWrong([])
  }

  /** Clears the mark: only the next response can tell whether the field is correct now. */
  function forgetProblem({ target }: Event) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    setWrong(wrong.filter((field) => field !== target.name))
  }

  const controlOf = (field: PersonalInfoField) =>
    ({
      id: `field-${field}`,
      name: field,
      required: true,
      'aria-invalid': wrong.includes(field) ? 'true' : 'false',
      'aria-describedby': `hint-${field}`,
    }) as const

  return (
    <Screen
      place="PERSONAL_INFO"
      back={back}
      heading={words.personalInfo.heading}
      lead={words.personalInfo.lead}
      problem={offline ? words.offline : null}
    >
      <form ref={form} noValidate onSubmit={submit} onInput={forgetProblem}>
        {PERSONAL_INFO_FIELDS.map((field) => (
          <Field key={field} field={field} isWrong={wrong.includes(field)}>
            {field === 'country' ? (
              <select {...controlOf(field)} autocomplete="country">
                <option value="">{words.personalInfo.chooseCountry}</option>
                {countries.map(({ code, name }) => (
                  <option key={code} value={code} selected={code === typed.country}>
                    {name}
                  </option>
                ))}
              </select>
            ) : (
              <input {...controlOf(field)} {...INPUTS[field]} value={typed[field]} />
            )}
          </Field>
        ))}
        <div class="actions">
          <button type="submit" class="primary row" aria-disabled={busy}>
            {busy ? words.saving : words.continue}
          </button>
          <button type="button" class="secondary row sandbox" onClick={fillInSample}>
            {words.personalInfo.sample}
          </button>
        </div>
      </form>
    </Screen>
  )
}

function Field(props: { field: PersonalInfoField; isWrong: boolean; children?: unknown }) {
  const { field, isWrong, children } = props
  const { labels, problems, phoneHint } = useWords().personalInfo
  const hint = field === 'phone' ? phoneHint : ''
  return (
    <div class={isWrong ? 'field wrong' : 'field'}>
      <label for={`field-${field}`}>{labels[field]}</label>
      {children}
      <p id={`hint-${field}`} class="hint">
        {isWrong ? problems[field] : hint}
      </p>
    </div>
  )
}
