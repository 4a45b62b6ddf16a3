import type { ReactNode } from 'react'

interface CaseColumnsProps {
  /** The documents or, without any, the decision. */
  first: ReactNode
  /** Identity, checks and decision. */
  facts: ReactNode
  /** The timeline, and what an admin can do with the applicant's data. */
  timeline: ReactNode
  details: ReactNode
  /** Whether the facts are shorter than what's first, so that the details fit beside the timeline. */
  hasShortFacts: boolean
}

/** Where the details go: below both columns, or below the facts. */
const BELOW = {
  grid: 'xl:grid-rows-[auto_1fr_auto]',
  first: '',
  facts: 'xl:row-span-2',
  timeline: 'xl:row-start-2',
  details: 'xl:col-span-2 xl:row-start-3',
}

/** Once the identity lengthens the facts, the shorter timeline follows them, and the details follow the pictures. */
const BESIDE = {
  grid: 'xl:grid-rows-[auto_auto_1fr]',
  first: 'xl:row-span-2 xl:group-has-data-revealed/case:row-span-1',
  facts: 'xl:group-has-data-revealed/case:row-span-2',
  timeline: 'xl:row-start-3 xl:group-has-data-revealed/case:col-start-2',
  details:
    'xl:col-start-2 xl:row-start-2 xl:row-span-2 xl:group-has-data-revealed/case:col-start-1',
}

/** The case's panels, in a reviewer's reading order. On wide screens, two columns that leave as little empty as possible. */
export function CaseColumns(props: CaseColumnsProps) {
  const { first, facts, timeline, details, hasShortFacts } = props
  const places = hasShortFacts ? BESIDE : BELOW
  return (
    <div
      className={`group/case grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1.2fr)_minmax(26rem,1fr)] print:block print:space-y-4 2xl:grid-cols-[minmax(0,1.4fr)_minmax(32rem,1fr)] ${places.grid}`}
    >
      <div className={`min-w-0 ${places.first}`}>{first}</div>
      <div
        className={`grid min-w-0 grid-cols-1 gap-4 xl:col-start-2 xl:row-start-1 ${places.facts}`}
      >
        {facts}
      </div>
      <div className={`grid min-w-0 grid-cols-1 gap-4 xl:col-start-1 ${places.timeline}`}>
        {timeline}
      </div>
      <div className={`min-w-0 ${places.details}`}>{details}</div>
    </div>
  )
}
