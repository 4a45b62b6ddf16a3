// The customer chooses a document.

import { useState } from 'hono/jsx/dom'
import { DOCUMENT_TYPES, type DocumentType } from '../flow-protocol.ts'
import { Icon } from './icons.tsx'
import { StepHeading } from './step-heading.tsx'
import { useWords } from './use-words.ts'
import { useWayBack } from './way-back.ts'

interface DocumentChoiceProps {
  onChoose: (type: DocumentType) => void
  back: (() => void) | null
}

export function DocumentChoice({ onChoose, back }: DocumentChoiceProps) {
  const words = useWords()
  useWayBack(back)
  const [chosen, setChosen] = useState<DocumentType>('passport')
  return (
    <section class="screen">
      <StepHeading text={words.documentChoice.heading} />
      <fieldset class="choices">
        <legend class="lead">{words.documentChoice.lead}</legend>
        {DOCUMENT_TYPES.map((type) => (
          <label class="choice" key={type}>
            <input
              type="radio"
              name="document-type"
              aria-label={words.documentChoice.names[type]}
              aria-describedby={`pages-${type}`}
              checked={chosen === type}
              onChange={() => setChosen(type)}
            />
            <Icon name={type} />
            <span class="choice-text">
              <strong>{words.documentChoice.names[type]}</strong>
              <small id={`pages-${type}`}>{words.documentChoice.pages[type]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="actions">
        <button type="button" class="primary" onClick={() => onChoose(chosen)}>
          {words.documentChoice.continueWith[chosen]}
        </button>
      </div>
    </section>
  )
}
