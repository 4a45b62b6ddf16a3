/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// What a reviewer needs: the reasons for the review, and what the customer declared next to what the document says.
import type { Child } from 'hono/jsx'
import { isSameName } from '../../scenario/specimens/person.ts'
import type { DocumentData, Inquiry, PersonalInfo } from '../../state/entities.ts'
import { Icon } from '../shell/icons.tsx'
import { formatInstant, formatRelative, formatSpan } from '../shell/instants.ts'
import { countryInWords, dayInWords, paperInWords } from '../shell/words.ts'
import { changedAt } from './inquiry-lists.ts'

export function ReviewReasons({ inquiry: { status, reviewReasons } }: { inquiry: Inquiry }) {
  if (status !== 'NEEDS_REVIEW') return null
  return (
    <section class="reasons" aria-label="Why it needs a review">
      <Icon name="wait" />
      <div>
        <strong>Why it needs a review</strong>
        {reviewReasons.length === 0 ? (
          <p>No reason was given.</p>
        ) : (
          <ul>
            {reviewReasons.map((reason) => (
              <li>{reason}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** How long an inquiry has had its status; the instant is the tooltip. */
export function Waiting({ inquiry, nowMs }: { inquiry: Inquiry; nowMs: number }) {
  const at = changedAt(inquiry)
  return (
    <time class="waiting" datetime={at} title={formatInstant(at)}>
      {inquiry.status === 'NEEDS_REVIEW'
        ? `Waiting ${formatSpan(nowMs - Date.parse(at))}`
        : formatRelative(at, nowMs)}
    </time>
  )
}

export function Identity({ inquiry, nowMs }: { inquiry: Inquiry; nowMs: number }) {
  const { personalInfo, document } = inquiry
  if (!personalInfo && !document) return null
  return (
    <table class="compare">
      <caption class="visually-hidden">Identity, declared and on the document</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Declared</th>
          <th scope="col">On document</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(personalInfo, document, nowMs).map(([name, declared, onDocument]) => (
          <tr>
            <th scope="row">{name}</th>
            {onDocument === null ? (
              <td colspan={2}>{declared}</td>
            ) : (
              <>
                <td>{declared}</td>
                <td>{onDocument}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Row = readonly [name: string, declared: Child, onDocument: Child]

function rowsOf(info: PersonalInfo | null, document: DocumentData | null, nowMs: number): Row[] {
  const declared: Row[] = info
    ? [
        ['Country', countryInWords(info.country), null],
        ['Email', info.email, null],
        ['Phone', info.phone, null],
      ]
    : []
  const onDocument: Row[] = document
    ? [
        ['Born', null, dayInWords(document.dateOfBirth)],
        ['Sex', null, document.sex],
        ['Document', null, `${paperInWords(document.documentType)} ${document.documentNumber}`],
        ['Issued', null, dayInWords(document.dateOfIssue)],
        ['Expires', null, <Expiry date={document.dateOfExpiry} nowMs={nowMs} />],
        ['Address', null, document.address],
      ]
    : []
  const names: Row = [
    'Name',
    info?.fullName,
    document && <NameOnDocument name={document.fullName} declared={info?.fullName ?? null} />,
  ]
  return [names, ...onDocument, ...declared]
}

function NameOnDocument({ name, declared }: { name: string; declared: string | null }) {
  if (declared === null) return <>{name}</>
  if (isSameName(name, declared)) {
    return (
      <>
        {name} <Mark tone="good" word="Matches" />
      </>
    )
  }
  const known = declared.split(/\s+/)
  return (
    <>
      {name
        .split(/\s+/)
        .map((word) =>
          known.some((one) => isSameName(one, word)) ? `${word} ` : <mark>{word}</mark>,
        )}{' '}
      <Mark tone="wait" word="Differs" />
    </>
  )
}

/** @param date in the form of S5: `17-04-1988`. */
function Expiry({ date, nowMs }: { date: string; nowMs: number }) {
  const isOver = Date.parse(date.split('-').toReversed().join('-')) < nowMs
  return (
    <>
      {dayInWords(date)} {isOver && <Mark tone="bad" word="Expired" />}
    </>
  )
}

function Mark({ tone, word }: { tone: 'good' | 'wait' | 'bad'; word: string }) {
  return (
    <span class={`match tone-${tone}`}>
      <Icon name={tone} />
      {word}
    </span>
  )
}
