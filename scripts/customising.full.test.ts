// Applies the worked changes of docs/customising.md, one after the other, to a copy of this checkout, and proves that it still
// passes its own checks and tests.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Copy, readWorkedChanges } from './worked-changes.ts'

const MINUTES = 60_000

/** They need another service, so the stories run before them. */
const ELSEWHERE = ['Account', 'Login']

let copy: Copy
beforeAll(() => {
  copy = new Copy({ canBuild: true })
})
afterAll(() => copy.remove())

function apply(isWanted: (heading: string) => boolean): void {
  for (const change of readWorkedChanges()) if (isWanted(change.heading)) copy.apply(change)
}

/** As the page asks for every new column. */
function addToPrivacyPage(...columns: string[]): void {
  const path = join(copy.folder, 'docs/privacy.md')
  const row = `| Inquiry | ${columns.map((name) => `\`${name}\``).join(' ')} | new | until erasure | contract |`
  const page = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    page.replace(/^\| Inquiry .*$/m, (first) => `${first}\n${row}`),
  )
  copy.runBin('biome', 'check', '--write', 'docs/privacy.md')
}

test('brand, fields and role: the stories about them pass', { timeout: 10 * MINUTES }, () => {
  apply((heading) => !ELSEWHERE.includes(heading))
  const forgotten = copy.try(process.execPath, ...vitest('lib/privacy.test.ts'))
  expect(forgotten.output).toContain('Inquiry.birthDate')
  addToPrivacyPage('country', 'birthDate')
  copy.runBin('prisma', 'generate', '--no-hints')
  copy.run('npm', 'run', 'db:new', '--', 'add_fields')
  const titles = [
    'a form with mistakes',
    'an account chosen on the storefront',
    'an approved customer',
  ]
  copy.runBin('playwright', 'test', '--project', 'stories', '-g', titles.join('|'))
})

test('all of them: the checks and the unit tests pass', { timeout: 10 * MINUTES }, () => {
  apply((heading) => ELSEWHERE.includes(heading))
  // The first tests the cookie, so the page says to replace it. The second has made this copy's changes already.
  for (const file of ['lib/applicant.test.ts', 'scripts/customising.test.ts'])
    rmSync(join(copy.folder, file))
  copy.run('npm', 'run', 'check')
  copy.run(process.execPath, ...vitest('--project', 'unit'))
})

const vitest = (...args: string[]) => ['node_modules/.bin/vitest', 'run', ...args]
