/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// What there is to judge by: how each check went, and what the customer and the document say.
import { isSameName } from '../../scenario/specimens/person.ts'
import type { Inquiry } from '../../state/entities.ts'
import { Badge, FactList } from '../shell/pieces.tsx'
import { capabilityInWords, countryInWords, dayInWords, paperInWords } from '../shell/words.ts'

export function Checks({ inquiry }: { inquiry: Inquiry }) {
  const { steps, results, personalInfo, document } = inquiry
  const names = personalInfo && document && ([personalInfo.fullName, document.fullName] as const)
  return (
    <ul class="checks" aria-label="Checks">
      {steps.map((step) => {
        const result = results.findLast(({ capability }) => capability === step)
        return (
          <li>
            {capabilityInWords(step)}
            {result ? (
              <Badge tone={result.succeeded ? 'good' : 'bad'}>
                {result.succeeded ? 'Passed' : 'Failed'}
              </Badge>
            ) : (
              <Badge tone="plain">Not yet</Badge>
            )}
          </li>
        )
      })}
      {names && (
        <li>
          Names
          {isSameName(names[0], names[1]) ? (
            <Badge tone="good">Match</Badge>
          ) : (
            <Badge tone="wait">Differ</Badge>
          )}
        </li>
      )}
    </ul>
  )
}

/** Both names, where a person has to compare them. */
export function NamesThatDiffer({ inquiry: { personalInfo, document } }: { inquiry: Inquiry }) {
  if (!personalInfo || !document) return null
  if (isSameName(personalInfo.fullName, document.fullName)) return null
  return (
    <FactList
      facts={[
        ['Name given', personalInfo.fullName],
        ['On document', document.fullName],
      ]}
    />
  )
}

export function Identity({ inquiry }: { inquiry: Inquiry }) {
  const { personalInfo, document } = inquiry
  if (!personalInfo && !document) return null
  return (
    <div class="columns">
      {personalInfo && (
        <FactList
          title="Given by the customer"
          facts={[
            ['Name', personalInfo.fullName],
            ['Country', countryInWords(personalInfo.country)],
            ['Email', personalInfo.email],
            ['Phone', personalInfo.phone],
          ]}
        />
      )}
      {document && (
        <FactList
          title="Read from the document"
          facts={[
            ['Name', document.fullName],
            ['Document', `${paperInWords(document.documentType)} ${document.documentNumber}`],
            ['Born', dayInWords(document.dateOfBirth)],
            ['Issued', dayInWords(document.dateOfIssue)],
            ['Expires', dayInWords(document.dateOfExpiry)],
            ['Sex', document.sex],
            ['Address', document.address],
          ]}
        />
      )}
    </div>
  )
}
