// One walk through the contract. `npm run test:full` also checks wrong services and every value of every gap.
import { expect, test } from 'vitest'
import { createSandbox } from '../embed.ts'
import { settingsOf } from './gaps.ts'
import { startRun } from './start.ts'
import { walk } from './walk.ts'

test('the sandbox keeps every clause that HTTP can show', async () => {
  const sandbox = createSandbox()
  const baseUrl = await sandbox.listen()
  const run = await startRun(baseUrl, { control: `${baseUrl}/sandbox`, inquiry: [] }, () => {})
  const report = await walk(run, null)
  await run.close()
  await sandbox.close()
  const clauses = report.sections.flatMap(({ clauses }) => clauses)
  const failures = clauses.filter(({ verdict }) => verdict === 'fail')
  expect(failures).toEqual([])
  expect(clauses).toHaveLength(48)
  const unseen = clauses.filter(({ verdict }) => verdict === 'not reachable').map(({ id }) => id)
  expect(unseen).toEqual(['W10', 'F2'])
  const partly = clauses.filter((each) => each.verdict === 'pass' && each.unseen.length > 0)
  expect(partly).toEqual([])
  const { rulings, gaps } = report
  const kept = rulings.filter(({ verdict, unseen }) => verdict === 'pass' && unseen.length === 0)
  // The other rulings concern the merchant's application.
  expect(kept.map(({ id }) => id)).toEqual(['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R8'])
  // N19 is about the browser's script, which HTTP can't show.
  expect(gaps.filter(({ unseen }) => unseen !== null).map(({ id }) => id)).toEqual(['N19'])
  expect(settingsOf(gaps).settings).toMatchObject({ N10: 'as-created', N29: 'never', N33: 'utc' })
}, 300_000)
