// One walk through the contract. `npm run test:full` also walks through wrong services and every value of every gap.
import { expect, test } from 'vitest'
import { startBundledSandbox } from './bundled-sandbox.ts'
import { readOptions } from './options.ts'
import { failuresOf } from './planted/walk-planted.ts'
import { setStage } from './stage.ts'
import { walk } from './walk.ts'

test('the bundled sandbox keeps every clause that HTTP can show', async () => {
  const { baseUrl, controlUrl, stop } = await startBundledSandbox()
  const options = readOptions(['--base-url', baseUrl, '--control', controlUrl])
  const { stage, close } = await setStage({ ...options, baseUrl }, () => {})
  const report = await walk(stage, null)
  await close()
  await stop()
  expect(failuresOf(report)).toEqual([])
  const seen = report.sections.flatMap(({ clauses }) => clauses)
  const unseen = seen.filter(({ verdict }) => verdict === 'not reachable').map(({ id }) => id)
  expect(unseen).toEqual(['W10', 'F2'])
})
