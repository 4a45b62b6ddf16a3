/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// What a reviewer needs: the reasons for the review, and what the customer declared next to what the document says.
import type { Child } from 'hono/jsx'
import { isSameName } from '../../scenario/specimens/person.ts'
import type { DocumentData, Inquiry, PersonalInfo } from '../../state/entities.ts'
import { Icon } from '../shell/icons.tsx'
import { formatInstant, formatRelative, formatSpan } from '../shell/instants.ts'
import { FactList } from '../shell/pieces.tsx'
import { countryInWords, dayInWords, paperInWords } from '../shell/words.ts'
import { markDifferences } from './compare-names.ts'
import { changedAt } from './inquiry-lists.ts'

export function ReviewReasons({ inquiry: { status, reviewReasons } }: { inquiry: Inquiry }) {
  if (status !== 'NEEDS_REVIEW') return null
  return (
    <section class="reasons" aria-label="Review reasons">
      <Icon name="wait" />
      <div>
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

/** What both sides say, in a table. */
export function ComparedIdentity({ inquiry: { personalInfo, document } }: { inquiry: Inquiry }) {
  if (!personalInfo || !document) return null
  return (
    <div class="compared">
      <Comparison info={personalInfo} document={document} />
    </div>
  )
}

/** What only one side says, in a list of its own. */
export function IdentityFacts({ inquiry, nowMs }: { inquiry: Inquiry; nowMs: number }) {
  const { personalInfo, document } = inquiry
  if (!personalInfo && !document) return null
  return (
    <div class="identity">
      {document && (
        <FactList
          title={personalInfo ? 'Only on the document' : 'On the document'}
          facts={[
            ...(personalInfo ? [] : named(document.fullName)),
            ['Born', dayInWords(document.dateOfBirth)],
            ['Sex', document.sex],
            ['Document', `${paperInWords(document.documentType)} ${document.documentNumber}`],
            ['Issued', dayInWords(document.dateOfIssue)],
            ['Expires', <Expiry date={document.dateOfExpiry} nowMs={nowMs} />],
            ['Address', document.address],
          ]}
        />
      )}
      {personalInfo && (
        <FactList
          title={document ? 'Only declared' : 'Declared'}
          facts={[
            ...(document ? [] : named(personalInfo.fullName)),
            ...(document ? [] : inCountry(countryInWords(personalInfo.country))),
            ['Email', personalInfo.email],
            ['Phone', personalInfo.phone],
          ]}
        />
      )}
    </div>
  )
}

const named = (name: string): [string, Child][] => [['Name', name]]
const inCountry = (country: string): [string, Child][] => [['Country', country]]

function Comparison({ info, document }: { info: PersonalInfo; document: DocumentData }) {
  const country = countryInWords(info.country)
  const rows = [
    {
      name: 'Name',
      declared: <Name name={info.fullName} other={document.fullName} />,
      onDocument: <Name name={document.fullName} other={info.fullName} />,
      match: isSameName(document.fullName, info.fullName) ? SAME : DIFFERENT,
    },
    {
      name: 'Country',
      declared: country,
      onDocument: document.addressDetails.country,
      // The document may write the country in any language, so another spelling proves nothing.
      match: document.addressDetails.country === country ? SAME : null,
    },
  ]
  return (
    <table class="compare">
      <caption class="visually-hidden">Identity, declared and on the document</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Declared</th>
          <th scope="col">On document</th>
          <th scope="col">Match</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, declared, onDocument, match }) => (
          <tr class={match === DIFFERENT ? 'compare-differs' : undefined}>
            <th scope="row">{name}</th>
            <td data-label="Declared">{declared}</td>
            <td data-label="On document">{onDocument}</td>
            <td class="compare-match">
              {match ? <Mark {...match} /> : <span class="muted">Not compared</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const SAME = { tone: 'good', word: 'Matches' } as const
const DIFFERENT = { tone: 'wait', word: 'Differs' } as const

/** A name with the words marked that the other side doesn't have. */
function Name({ name, other }: { name: string; other: string }) {
  if (isSameName(name, other)) return <>{name}</>
  return (
    <>
      {markDifferences(name, other).map(({ text, isOnlyHere }) =>
        isOnlyHere ? <mark>{text}</mark> : text,
      )}
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
