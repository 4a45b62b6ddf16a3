// Around every screen: the merchant's brand on top, who runs the check and the language below.

import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '../languages.ts'
import { useWords } from './use-words.ts'

interface FlowHeaderProps {
  name: string
  logo: string | null
  /** Null where there is nothing left to cancel. */
  onCancel: (() => void) | null
}

export function FlowHeader({ name, logo, onCancel }: FlowHeaderProps) {
  const words = useWords()
  return (
    <header>
      <span class="brand">
        <img src={logo ?? '/flow/icon.svg'} alt="" width="32" height="32" />
        <span class="brand-name">{name}</span>
        <span class="badge">{words.testMode}</span>
      </span>
      {onCancel ? (
        <button type="button" class="link" onClick={onCancel}>
          {words.cancel}
        </button>
      ) : null}
    </header>
  )
}

interface FlowFooterProps {
  serviceName: string | null
  language: Language
  onLanguage: (language: Language) => void
}

export function FlowFooter({ serviceName, language, onLanguage }: FlowFooterProps) {
  const words = useWords()
  return (
    <footer>
      {serviceName === null ? null : (
        <span class="secured">
          <img src="/flow/icon.svg" alt="" width="18" height="18" />
          <span>{words.securedBy(serviceName)}</span>
        </span>
      )}
      <select
        class="language"
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
    </footer>
  )
}
