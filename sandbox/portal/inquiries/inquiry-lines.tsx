/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Inquiry } from '../../state/entities.ts'
import { Identifier } from '../shell/identifier.tsx'
import { Since, StatusBadge } from '../shell/pieces.tsx'
import { Person } from './person.tsx'

/** A few inquiries, each in one line: who, the status, and when it was opened. */
export function InquiryLines(props: { inquiries: readonly Inquiry[]; nowMs: number }) {
  return (
    <ul class="recent">
      {props.inquiries.map((inquiry) => (
        <li>
          <span class="recent-who">
            <a href={`/portal/inquiries/${inquiry.id}`}>
              <Person inquiry={inquiry} />
            </a>
            <small>
              <Identifier text={inquiry.referenceId || inquiry.id} />
            </small>
          </span>
          <span class="recent-status">
            <StatusBadge status={inquiry.status} />
          </span>
          <Since at={inquiry.openedAt} nowMs={props.nowMs} />
        </li>
      ))}
    </ul>
  )
}
