// The frame of every screen: the merchant's brand, the language, the cancel button and the progress at the top, the service's
// name at the bottom.

import { initialsOf } from '../../web/initials.ts'
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '../languages.ts'
import { Icon } from './icons.tsx'
import { useWords } from './words.ts'

interface FlowHeaderProps {
  name: string
  /** Null for a merchant without one. */
  logo: string | null
  language: Language
  onLanguage: (language: Language) => void
  /** Null if there is no step to go back to. */
  onBack: (() => void) | null
  /** Null if there is nothing left to cancel. */
  onCancel: (() => void) | null
}

export function FlowHeader(props: FlowHeaderProps) {
  const { name, logo, language, onLanguage, onBack, onCancel } = props
  const words = useWords()
  return (
    <header class="row">
      {onBack ? (
        <button
          type="button"
          class="header-button row back"
          aria-label={words.back}
          onClick={onBack}
        >
          <Icon name="back" />
        </button>
      ) : null}
      <span class="brand row">
        {logo === null ? (
          <span class="monogram" aria-hidden="true">
            {initialsOf(name)}
          </span>
        ) : (
          <img src={logo} alt="" width="32" height="32" />
        )}
        <span class="clip" title={name}>
          {name}
        </span>
      </span>
      <span class="language row">
        <Icon name="globe" />
        <span class="language-name" aria-hidden="true">
          {LANGUAGE_NAMES[language]}
        </span>
        <select
          aria-label={words.language}
          onChange={(event: Event) => {
            if (!(event.target instanceof HTMLSelectElement)) return
            if (isLanguage(event.target.value)) onLanguage(event.target.value)
          }}
        >
          {LANGUAGES.map((one) => (
            <option key={one} value={one} lang={one} selected={one === language}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </select>
      </span>
      {onCancel ? (
        <button
          type="button"
          class="header-button row"
          aria-label={words.cancel}
          onClick={onCancel}
        >
          <Icon name="close" />
        </button>
      ) : null}
    </header>
  )
}

interface ProgressProps {
  position: number
  total: number
  name: string
}

/** As text, and as a bar that screen readers skip. */
export function Progress({ position, total, name }: ProgressProps) {
  const words = useWords()
  return (
    <div class="progress">
      <p>
        <span>{words.progress(position, total)}</span>
        <strong>{name}</strong>
      </p>
      <div aria-hidden="true">
        {Array.from({ length: total }, (_, index) => (
          <i key={index} class={index < position ? 'reached' : ''} />
        ))}
      </div>
    </div>
  )
}

export function FlowFooter({ serviceName }: { serviceName: string | null }) {
  const words = useWords()
  return (
    <footer class="row">
      {serviceName === null ? null : (
        <span class="row">
          <img src="/flow/icon.svg" alt="" width="18" height="18" />
          <span class="clip">{words.securedBy(serviceName)}</span>
        </span>
      )}
      <span class="badge">{words.testMode}</span>
    </footer>
  )
}
