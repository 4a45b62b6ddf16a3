// Applies the worked changes of docs/customising.md, one after the other, to a copy of this checkout, and proves that it still
// passes its own checks and tests.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { Copy, readWorkedChanges } from './worked-changes.ts'

const MINUTES = 60_000

/** They need another service, so the stories run before them. */
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
  // As the page says: its tests are about the project as delivered, and the login's about the cookie.
  for (const file of ['customising.test.ts', 'customising.full.test.ts', 'worked-changes.ts'])
    rmSync(join(copy.folder, 'scripts', file))
  rmSync(join(copy.folder, 'lib/applicant.test.ts'))
  copy.run('npm', 'run', 'check')
  copy.runBin('vitest', 'run', '--project', 'unit')
})
