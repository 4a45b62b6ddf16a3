/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One inquiry for a reviewer, in the queue and on its own page: the customer, the reasons for the review, the pictures, the
// checks, the customer's statements next to the document's, and the decision (P4).
import { isSameName, nameWords, reviewReasonsOf } from '../scenario/checks.ts'
import { newestScans, signedPath, URL_VALIDITY_MS } from '../service/documents.ts'
import { decisionOf } from '../service/inquiry.ts'
import type { Capability, Inquiry, Tenant } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import {
  Badge,
  Facts,
  Field,
  Icon,
  Identifier,
  Instant,
  Mark,
  More,
  StatusBadge,
  type Tone,
} from './kit.tsx'
import type { Portal } from './portal.ts'
import { countryInWords, dayInWords, inWords } from './words.ts'

/** Inquiries that await a review, oldest first. */
export function listAwaitingReview(store: Store, tenant: Tenant): Inquiry[] {
  return store.inquiries
    .listBy('tenant', tenant.id)
    .filter((inquiry) => inquiry.status === 'NEEDS_REVIEW')
    .sort((one, other) => changedAt(one).localeCompare(changedAt(other)))
}

/** The customer's name, if known. */
export function nameOf({ personalInfo, document }: Inquiry): string | undefined {
  return personalInfo?.fullName ?? document?.fullName
}

/** When the inquiry got its current status. */
export function changedAt(inquiry: Inquiry): string {
  return inquiry.history.at(-1)?.at ?? inquiry.openedAt
}

interface CaseProps {
  portal: Portal
  inquiry: Inquiry
  /** The page to return to after the decision. */
  from: 'review' | 'inquiry'
}

export function Case({ portal, inquiry, from }: CaseProps) {
  const { id, referenceId, status } = inquiry
  const isExpired = status === 'PENDING' && portal.inquiries.isExpired(inquiry)
  const nowMs = portal.clock.nowMs(inquiry.tenantId)
  return (
    <article class="panel stack">
      <div class="row">
        <h2>
          <Person inquiry={inquiry} />
        </h2>
        {isExpired ? <Badge tone="plain">Expired</Badge> : <StatusBadge status={status} />}
        {from === 'review' && (
          <a href={`/portal/inquiries/${id}`}>
            <Identifier text={referenceId || id} />
          </a>
        )}
        <small class="soft">
          since <Instant at={changedAt(inquiry)} />
        </small>
      </div>
      <ReviewReasons inquiry={inquiry} />
      <div class="split">
        <Pictures portal={portal} inquiry={inquiry} />
        <div class="stack">
          <Checks inquiry={inquiry} />
          <Identity inquiry={inquiry} nowMs={nowMs} />
        </div>
      </div>
      <Decision inquiry={inquiry} from={from} />
    </article>
  )
}

/** The customer's name, or the reason why it's missing. */
export function Person({ inquiry }: { inquiry: Inquiry }) {
  const name = nameOf(inquiry)
  if (name !== undefined) return <>{name}</>
  const hasStarted = inquiry.results.length > 0 || inquiry.finishedAt !== null
  return <span class="soft">{hasStarted ? 'No name' : 'Not started'}</span>
}

function ReviewReasons({ inquiry: { status, reviewReasons } }: { inquiry: Inquiry }) {
  if (status !== 'NEEDS_REVIEW') return null
  const reasons = reviewReasons.length === 0 ? ['No reason was given.'] : reviewReasons
  return (
    <section class="notice inline tone-wait" aria-label="Review reasons">
      <Icon name="wait" />
      <ul>
        {reasons.map((reason) => (
          <li>
            <strong>{reason}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

const PAGE_NAMES = { frontPage: 'front', backPage: 'back' } as const

/** The collected pictures, with the five-minute URLs that merchants also get (D7). */
function Pictures({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { store, clock } = portal
  const scans = newestScans(store.artifacts.listBy('inquiry', inquiry.id))
  if (scans.length === 0) return <p class="empty">No pictures yet.</p>
  const expiresAtMs = clock.nowMs(inquiry.tenantId) + URL_VALIDITY_MS
  return (
    <ul class="pictures">
      {scans.flatMap(({ type, pages }) =>
        [...pages].map(([page, artifact]) => {
          const name = `${inWords(type)}${pages.size > 1 ? `, ${PAGE_NAMES[page]}` : ''}`
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

/** A check's result, as the merchant's event reports it (W9). But if a review questions a success, it isn't shown as passed. */
function checkOf(
  inquiry: Inquiry,
  capability: Capability,
  succeeded: boolean,
): { tone: Tone; word: string } {
  if (!succeeded) return { tone: 'bad', word: 'Failed' }
  const isQuestioned = reviewReasonsOf(inquiry).some(
    ({ about, reason }) => about === capability && inquiry.reviewReasons.includes(reason),
  )
  return isQuestioned ? { tone: 'wait', word: 'Inconclusive' } : { tone: 'good', word: 'Passed' }
}

function Checks({ inquiry }: { inquiry: Inquiry }) {
  return (
    <ul class="list" aria-label="Checks">
      {inquiry.steps.map((step) => {
        const result = inquiry.results.findLast(({ capability }) => capability === step)
        const { tone, word } = result
          ? checkOf(inquiry, step, result.succeeded)
          : { tone: 'plain' as const, word: 'Not yet' }
        return (
          <li class="row">
            {inWords(step)}
            <span class="end">
              <Mark tone={tone} word={word} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** The customer's statements and the document's, side by side. */
function Identity(props: { inquiry: Inquiry; nowMs: number }) {
  const { personalInfo: info, document } = props.inquiry
  const isSame = info !== null && document !== null && isSameName(info.fullName, document.fullName)
  const expiresAtMs = Date.parse(document?.dateOfExpiry.split('-').toReversed().join('-') ?? '')
  return (
    <>
      {info && (
        <Facts
          title="Declared"
          facts={[
            ['Name', <Name name={info.fullName} other={document?.fullName} />],
            ['Country', countryInWords(info.country)],
            ['Email', info.email],
            ['Phone', info.phone],
          ]}
        />
      )}
      {document && (
        <Facts
          title="On the document"
          facts={[
            [
              'Name',
              <>
                <Name name={document.fullName} other={info?.fullName} />{' '}
                {info && (
                  <Mark tone={isSame ? 'good' : 'wait'} word={isSame ? 'Matches' : 'Differs'} />
                )}
              </>,
            ],
            ['Born', dayInWords(document.dateOfBirth)],
            ['Sex', document.sex],
            ['Document', `${inWords(document.documentType)} ${document.documentNumber}`],
            ['Issued', dayInWords(document.dateOfIssue)],
            [
              'Expires',
              <>
                {dayInWords(document.dateOfExpiry)}{' '}
                {expiresAtMs < props.nowMs && <Mark tone="bad" word="Expired" />}
              </>,
            ],
            ['Address', document.address],
          ]}
        />
      )}
    </>
  )
}

/** A name. Words that the other name lacks are marked, by the rule that the merchant's app uses too. */
function Name({ name, other = name }: { name: string; other: string | undefined }) {
  if (isSameName(name, other)) return <>{name}</>
  const there = new Set(nameWords(other))
  const isThere = (word: string) => nameWords(word).every((each) => there.has(each))
  return <>{name.split(/(?<=\s)/).map((word) => (isThere(word) ? word : <mark>{word}</mark>))}</>
}

function Decision({ inquiry, from }: Omit<CaseProps, 'portal'>) {
  const { status, finishedAt } = inquiry
  const decision = decisionOf(inquiry)
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
      {decision === null ? (
        <p class="soft">{inWords(status)} without a person’s decision.</p>
      ) : (
        <Facts
          facts={[
            ['Decided', <Instant at={decision.decidedAt} />],
            ['Note', decision.note ?? 'None'],
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
      {/* The status that the operator saw, so that nobody overwrites an unseen decision. */}
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
      <button class="button primary approve" type="submit" name="status" value="APPROVED">
        Approve{subject}
      </button>
      <button class="button tone-bad" type="submit" name="status" value="DECLINED">
        Decline{subject}
      </button>
    </form>
  )
}
