// What is installed may be used in a product; docs/dependencies.md has the reasons for those that ask for more.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from './settings.ts'

/** They ask for no more than their notice. */
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
/** Their package.json names none; the file LICENSE in them does, or the Readme. */
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
  // The root, and the link to our own workspace, are no packages of others.
  .filter(([path, { link }]) => path !== '' && !link)
  .map(([path, { license = NAMED_IN_A_FILE.get(path), optional }]) => ({ path, license, optional }))
const licencesOf = (expression: string) =>
  expression.replaceAll(/[()]/g, '').split(/ (?:AND|OR|and) /)

test('every package has a licence that a product can live with', () => {
  const known = new Set([...NOTICE_ONLY, ...EXPLAINED])
  const others = installed.filter(({ license, optional }) =>
    // A build for another platform, which npm did not look into, has its parent's.
    license === undefined ? !optional : !licencesOf(license).every((one) => known.has(one)),
  )
  expect(others).toEqual([])
})

test('docs/dependencies.md explains exactly those that ask for more than a notice', () => {
  const table = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
  const explained = [...table.matchAll(/^\| ([\w.-]+) +\|.*\|.*\|$/gm)].map(([, name]) => name)
  const used = new Set(installed.flatMap(({ license }) => licencesOf(license ?? '')))
  for (const name of EXPLAINED) {
    expect(explained).toContain(name)
    expect(used).toContain(name)
  }
})
