// Applies all worked changes of docs/customising.md to a copy of this checkout, and expects the copy to pass its own checks and
// tests.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { Copy, readWorkedChanges } from './worked-changes.ts'

const MINUTES = 60_000

/** These changes need other services, so the stories run without them. */
const ELSEWHERE = ['Account', 'Mail']

let copy: Copy
beforeAll(() => {
  copy = new Copy({ canBuild: true })
})
afterAll(() => copy.remove())

function apply(isWanted: (heading: string) => boolean): void {
  for (const change of readWorkedChanges()) if (isWanted(change.heading)) copy.apply(change)
}

test('brand, fields, role and login: the stories about them pass', {
  timeout: 10 * MINUTES,
}, () => {
  apply((heading) => !ELSEWHERE.includes(heading))
  copy.runBin('prisma', 'generate', '--no-hints')
  copy.run('npm', 'run', 'db:new', '--', 'add_fields')
  const titles = [
    'a form with mistakes',
    'an account chosen on the storefront',
    'an approved customer',
    'a session that ends',
    'only answers those who may call it',
  ]
  copy.runBin('playwright', 'test', '--project', 'stories', '-g', titles.join('|'))
})

test('all of them: the checks and the unit tests pass', { timeout: 10 * MINUTES }, () => {
  apply((heading) => ELSEWHERE.includes(heading))
  // docs/customising.md says to remove these tests of the delivered project, and, with the login change, those about the cookie.
  for (const file of ['customising.test.ts', 'customising.full.test.ts', 'worked-changes.ts'])
    rmSync(join(copy.folder, 'scripts', file))
  rmSync(join(copy.folder, 'lib/applicant.test.ts'))
  copy.run('npm', 'run', 'check')
  copy.runBin('vitest', 'run', '--project', 'unit')
})
