// Prints a run: the table of clauses, the observations of each gap, and a one-line summary.
import type { CheckReport, UnseenPart } from './run.ts'
import type { Report } from './walk.ts'

export function renderReport(report: Report): string {
  const clauses = report.sections.flatMap(({ name, clauses }) =>
    clauses.length > 0 ? ['', name, ...clauses.flatMap(clauseLines)] : [],
  )
  const rulings = report.rulings.flatMap(rulingLines)
  const gaps = report.gaps.flatMap(({ id, gap, observed, unseen }) => {
    const [first = '', ...more] = unseen === null ? observed : [`not observed: ${unseen}`]
    return [row(id, gap, first), ...more.map((line) => row('', '', line))]
  })
  return [
    ...clauses,
    ...(rulings.length > 0 ? ['', 'Our readings of the contract, as observed', ...rulings] : []),
    '',
    'What the contract leaves open, as observed',
    ...gaps,
    '',
    summary(report),
  ].join('\n')
}

export function hasFailure({ sections }: Report): boolean {
  return sections.some(({ clauses }) => clauses.some(({ verdict }) => verdict === 'fail'))
}

function clauseLines({ id, title, verdict, violation, unseen }: CheckReport): string[] {
  const shown = verdict === 'fail' ? 'FAIL' : verdict
  const prefix = verdict === 'not reachable' ? '' : 'not seen: '
  return [
    `  ${id.padEnd(4)}${shown.padEnd(15)}${title}`,
    ...(violation === null ? [] : [note(violation)]),
    ...byReason(unseen).map((line) => note(prefix + line)),
  ]
}

function rulingLines({ id, title, verdict, differences, unseen }: CheckReport): string[] {
  const shown = verdict === 'pass' ? 'as we read it' : verdict
  return [
    `  ${id.padEnd(4)}${shown.padEnd(15)}${title}`,
    ...differences.map(note),
    ...byReason(unseen).map((line) => note(`not seen: ${line}`)),
  ]
}

/** One line per reason, with the parts that it concerns. */
function byReason(unseen: readonly UnseenPart[]): string[] {
  const reasons = new Set(unseen.map(({ why }) => why))
  return [...reasons].map((reason) => {
    const parts = unseen.filter(({ why }) => why === reason).map(({ part }) => part)
    return `${parts.join(', ')}: ${reason}`
  })
}

function note(text: string): string {
  return `${' '.repeat(21)}${text}`
}

function row(id: string, gap: string, observed: string): string {
  return `  ${id.padEnd(5)}${gap.padEnd(46)}${observed}`.trimEnd()
}

function summary({ sections, requests, durationMs }: Report): string {
  const all = sections.flatMap(({ clauses }) => clauses)
  const count = (verdict: CheckReport['verdict']) =>
    all.filter((each) => each.verdict === verdict).length
  const seconds = (durationMs / 1000).toFixed(1)
  return `${count('pass')} passed, ${count('fail')} failed, ${count('not reachable')} not reachable from here, of ${all.length} clauses; ${requests} requests in ${seconds} s.`
}
