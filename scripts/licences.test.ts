// Every installed package may be used in a product. docs/dependencies.md explains licences that require more than a notice.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from './settings.ts'

/** These only require that their notice is kept. */
const NOTICE_ONLY = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'Zlib',
]
/** Packages that state their licence in LICENSE or README, not in package.json. */
const NAMED_IN_A_FILE = new Map([
  ['node_modules/seq-queue', 'MIT'],
  ['node_modules/only', 'MIT'],
])
const EXPLAINED = ['LGPL-3.0-or-later', 'MPL-2.0', 'OFL-1.1', 'EPL-2.0', 'CC-BY-4.0']

const packageSchema = z.object({
  license: z.string().optional(),
  optional: z.boolean().optional(),
  link: z.boolean().optional(),
})
const { packages } = z
  .object({ packages: z.record(z.string(), packageSchema) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
const installed = Object.entries(packages)
  // Without our own project and workspace.
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, { license = NAMED_IN_A_FILE.get(path), optional }]) => ({ path, license, optional }))
const licencesOf = (expression: string) =>
  expression.replaceAll(/[()]/g, '').split(/ (?:AND|OR|and) /)

test('every package may be used in a product', () => {
  const known = new Set([...NOTICE_ONLY, ...EXPLAINED])
  const others = installed.filter(({ license, optional }) =>
    // A build for another platform isn't installed, and has its parent package's licence.
    license === undefined ? !optional : !licencesOf(license).every((one) => known.has(one)),
  )
  expect(others).toEqual([])
})

test('docs/dependencies.md explains the licences that require more than a notice, and each is in use', () => {
  const table = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
  const explained = [...table.matchAll(/^\| ([\w.-]+) +\|.*\|.*\|$/gm)].map(([, name]) => name)
  const used = new Set(installed.flatMap(({ license }) => licencesOf(license ?? '')))
  for (const name of EXPLAINED) {
    expect(explained).toContain(name)
    expect(used).toContain(name)
  }
})
