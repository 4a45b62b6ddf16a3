/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One inquiry as a reviewer sees it, in the queue and on its own page: why it waits, the pictures, the checks, what the
// customer declared next to what the document says, and the decision (P4).
import type { Child } from 'hono/jsx'
import { isSameName, nameWords, outcomeFromResults } from '../scenario/checks.ts'
import { newestScans, signedPath, URL_VALIDITY_MS } from '../service/documents.ts'
import type { Capability, DocumentData, Inquiry } from '../state/entities.ts'
import { Icon } from './icons.tsx'
import { changedAt, nameOf } from './inquiry-lists.ts'
import { formatInstant, formatRelative, formatSpan } from './instants.ts'
import { Facts, Field, Identifier, Instant, Mark, More, StatusBadge } from './kit.tsx'
import type { Portal } from './portal.ts'
import {
  capabilityInWords,
  countryInWords,
  dayInWords,
  paperInWords,
  statusInWords,
} from './words.ts'

interface CaseProps {
  portal: Portal
  inquiry: Inquiry
  /** The page that its decision leads back to. In the queue, the case names itself. */
  from: 'review' | 'inquiry'
}

export function Case({ portal, inquiry, from }: CaseProps) {
  const { id, referenceId } = inquiry
  return (
    <article class="panel" id={`case-${id}`}>
      {from === 'inquiry' ? (
        <h2 class="visually-hidden">Evidence and decision</h2>
      ) : (
        <div class="row">
          <h2>
            <Person inquiry={inquiry} />
          </h2>
          <StatusBadge status={inquiry.status} />
          <a href={`/portal/inquiries/${id}`}>
            <Identifier text={referenceId || id} />
          </a>
          <Waiting portal={portal} inquiry={inquiry} />
        </div>
      )}
      <ReviewReasons inquiry={inquiry} />
      <div class="split">
        <Pictures portal={portal} inquiry={inquiry} />
        <div class="stack">
          <Checks inquiry={inquiry} />
          <Comparison inquiry={inquiry} />
          <Identity portal={portal} inquiry={inquiry} />
        </div>
      </div>
      <Decision inquiry={inquiry} from={from} />
    </article>
  )
}

/** The customer's name, or why there is none. */
export function Person({ inquiry }: { inquiry: Inquiry }) {
  const name = nameOf(inquiry)
  if (name !== undefined) return <span class="name">{name}</span>
  const hasStarted = inquiry.results.length > 0 || inquiry.finishedAt !== null
  return <span class="name soft">{hasStarted ? 'No name' : 'Not started'}</span>
}

/** How long an inquiry has had its status; the instant is the tooltip. */
export function Waiting({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const nowMs = portal.clock.nowMs(inquiry.tenantId)
  const at = changedAt(inquiry)
  return (
    <time class="instant soft" datetime={at} title={formatInstant(at)}>
      {inquiry.status === 'NEEDS_REVIEW'
        ? `Waiting ${formatSpan(nowMs - Date.parse(at))}`
        : formatRelative(at, nowMs)}
    </time>
  )
}

function ReviewReasons({ inquiry: { status, reviewReasons } }: { inquiry: Inquiry }) {
  if (status !== 'NEEDS_REVIEW') return null
  const reasons = reviewReasons.length === 0 ? ['No reason was given.'] : reviewReasons
  return (
    <section class="notice reasons tone-wait" aria-label="Review reasons">
      <Icon name="wait" />
      <ul>
        {reasons.map((reason) => (
          <li>{reason}</li>
        ))}
      </ul>
    </section>
  )
}

const PAGE_NAMES = { frontPage: 'front', backPage: 'back' } as const

/** What the flow collected, with the same five-minute URLs that merchants get (D7). */
function Pictures({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { store, clock } = portal
  const scans = newestScans(store.artifacts.listBy('inquiry', inquiry.id))
  if (scans.length === 0) return <p class="empty">No pictures yet.</p>
  const expiresAtMs = clock.nowMs(inquiry.tenantId) + URL_VALIDITY_MS
  return (
    <ul class="pictures">
      {scans.flatMap(({ type, pages }) =>
        [...pages].map(([page, artifact]) => {
          const name = `${paperInWords(type)}${pages.size > 1 ? `, ${PAGE_NAMES[page]}` : ''}`
          const path = signedPath(store.artifactSigningKey(), artifact.id, expiresAtMs)
          return (
            <li class={`picture-${type}`}>
              <a href={path} target="_blank" rel="noreferrer">
                <img src={path} alt={name} loading="lazy" />
                <small aria-hidden="true">{name}</small>
                <span class="visually-hidden">, opens in a new tab</span>
              </a>
            </li>
          )
        }),
      )}
    </ul>
  )
}

interface Check {
  tone: 'good' | 'wait' | 'bad' | 'plain'
  word: string
}

/** Reasons are free text, because a request can set its own. A selfie reason mentions the document too, so it's first. */
const SUBJECTS: readonly [RegExp, Capability][] = [
  [/\b(selfie|face)\b/i, 'FACE_MATCH'],
  [/\bsignature\b/i, 'SIGNATURE'],
  [/\bpersonal (information|details)\b|\bnames?\b.*\bdiffer/i, 'PERSONAL_INFO'],
  [
    /\b(document|passport|card|licence)\b.*\b(read|certain|blurred|glare|expire[sd])\b/i,
    'PASSPORT_SCAN',
  ],
]

/** The result of a check, as the merchant's event reports it (W9), except that a review reason can question a success. */
export function checkOf(
  { reviewReasons }: Inquiry,
  capability: Capability,
  succeeded: boolean,
): Check {
  if (!succeeded) return { tone: 'bad', word: 'Failed' }
  const isDoubted = reviewReasons.some(
    (reason) => SUBJECTS.find(([words]) => words.test(reason))?.[1] === capability,
  )
  return isDoubted ? { tone: 'wait', word: 'Inconclusive' } : { tone: 'good', word: 'Passed' }
}

function Checks({ inquiry }: { inquiry: Inquiry }) {
  return (
    <ul class="list pairs" aria-label="Checks">
      {inquiry.steps.map((step) => {
        const result = inquiry.results.findLast(({ capability }) => capability === step)
        const { tone, word } = result
          ? checkOf(inquiry, step, result.succeeded)
          : { tone: 'plain' as const, word: 'Not yet' }
        return (
          <li>
            {capabilityInWords(step)} <Mark tone={tone} word={word} />
          </li>
        )
      })}
    </ul>
  )
}

/** What both sides say. */
function Comparison({ inquiry: { personalInfo: info, document } }: { inquiry: Inquiry }) {
  if (!info || !document) return null
  const country = countryInWords(info.country)
  const hasOneName = isSameName(document.fullName, info.fullName)
  const rows = [
    {
      name: 'Name',
      declared: <Name name={info.fullName} other={document.fullName} />,
      onDocument: <Name name={document.fullName} other={info.fullName} />,
      match: <Mark tone={hasOneName ? 'good' : 'wait'} word={hasOneName ? 'Matches' : 'Differs'} />,
      differs: !hasOneName,
    },
    {
      name: 'Country',
      declared: country,
      onDocument: document.addressDetails.country,
      // The document may write the country in any language, so another spelling proves nothing.
      match:
        document.addressDetails.country === country ? (
          <Mark tone="good" word="Matches" />
        ) : (
          <span class="soft">Not compared</span>
        ),
      differs: false,
    },
  ]
  return (
    <table class="compare">
      <caption class="visually-hidden">Identity, declared and on the document</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Declared</th>
          <th scope="col">On document</th>
          <th scope="col">Match</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, declared, onDocument, match, differs }) => (
          <tr class={differs ? 'differs' : undefined}>
            <th scope="row">{name}</th>
            <td>
              <small class="soft" aria-hidden="true">
                Declared
              </small>
              {declared}
            </td>
            <td>
              <small class="soft" aria-hidden="true">
                On document
              </small>
              {onDocument}
            </td>
            <td>{match}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A name with the words marked that the other side doesn't have. The merchant's app marks the same ones. */
function Name({ name, other }: { name: string; other: string }) {
  if (isSameName(name, other)) return <>{name}</>
  const there = new Set(nameWords(other))
  const isThere = (word: string) => nameWords(word).every((each) => there.has(each))
  return <>{name.split(/(?<=\s)/).map((word) => (isThere(word) ? word : <mark>{word}</mark>))}</>
}

/** What only one side says. */
function Identity({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { personalInfo, document } = inquiry
  const nowMs = portal.clock.nowMs(inquiry.tenantId)
  const named = (side: { fullName: string }): [string, Child][] =>
    personalInfo && document ? [] : [['Name', side.fullName]]
  return (
    <>
      {document && (
        <Facts
          title={personalInfo ? 'Only on the document' : 'On the document'}
          facts={[...named(document), ...documentFacts(document, nowMs)]}
        />
      )}
      {personalInfo && (
        <Facts
          title={document ? 'Only declared' : 'Declared'}
          facts={[
            ...named(personalInfo),
            ['Email', personalInfo.email],
            ['Phone', personalInfo.phone],
          ]}
        />
      )}
    </>
  )
}

function documentFacts(document: DocumentData, nowMs: number): [string, Child][] {
  const expires = Date.parse(document.dateOfExpiry.split('-').toReversed().join('-'))
  return [
    ['Born', dayInWords(document.dateOfBirth)],
    ['Sex', document.sex],
    ['Document', `${paperInWords(document.documentType)} ${document.documentNumber}`],
    ['Issued', dayInWords(document.dateOfIssue)],
    [
      'Expires',
      <>
        {dayInWords(document.dateOfExpiry)} {expires < nowMs && <Mark tone="bad" word="Expired" />}
      </>,
    ],
    ['Address', document.address],
  ]
}

function Decision({ inquiry, from }: Omit<CaseProps, 'portal'>) {
  const { status, finishedAt, portalDecidedAt, portalDecisionNote } = inquiry
  if (finishedAt === null) {
    return <p class="soft">There’s nothing to decide until the customer submits.</p>
  }
  if (status === 'NEEDS_REVIEW') {
    return (
      <div class="case-foot">
        <DecisionForm inquiry={inquiry} from={from} />
      </div>
    )
  }
  return (
    <div class="stack">
      {portalDecidedAt === null ? (
        <p class="soft">
          {statusInWords(status)}
          {outcomeFromResults(inquiry) === status
            ? ' by the automatic checks.'
            : ' by the sandbox (Scenario), whatever the checks say.'}
        </p>
      ) : (
        <Facts
          facts={[
            ['Decided', <Instant at={portalDecidedAt} />],
            ['Note', portalDecisionNote ?? 'None'],
          ]}
        />
      )}
      <More title="Change the decision">
        <p class="soft">
          A decision can be reversed. The merchant gets an event for the new status.
        </p>
        <DecisionForm inquiry={inquiry} from={from} />
      </More>
    </div>
  )
}

function DecisionForm({ inquiry, from }: Omit<CaseProps, 'portal'>) {
  const { id, referenceId, status } = inquiry
  const noteId = `note-${id}`
  const subject = <span class="visually-hidden"> {referenceId || id}</span>
  return (
    <form class="row decide" method="post" action={`/portal/inquiries/${id}/decide`}>
      {/* The status the operator saw, so a decision made in the meantime isn't overwritten unseen. */}
      <input type="hidden" name="seenStatus" value={status} />
      <input type="hidden" name="from" value={from} />
      <Field
        id={noteId}
        label={
          <>
            Note to the merchant{' '}
            <small class="soft">Optional. The merchant reads it with the status.</small>
          </>
        }
      >
        <textarea id={noteId} name="note" rows={2} maxlength={500} />
      </Field>
      <button class="button approve" type="submit" name="status" value="APPROVED">
        Approve{subject}
      </button>
      <button class="button danger" type="submit" name="status" value="DECLINED">
        Decline{subject}
      </button>
    </form>
  )
}
