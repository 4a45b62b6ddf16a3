// Checks that docs/contract.md defines every clause and gap that the project cites.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './settings.ts'

const defined = [
  ...readFileSync(join(ROOT, 'docs/contract.md'), 'utf8').matchAll(/^\| ([A-Z]\d+) +\|/gm),
].map(([, clause]) => clause)

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|m?js|md|prisma|yaml|css)$/.test(file) && existsSync(join(ROOT, file)))

/** A letter and a number on their own: `N6`, not `#A4`, `UTF8` or part of a path. Tests use N99 as an unknown gap. */
const cited = (text: string) => text.match(/(?<![\w#.\-/+=])[OSDAWPFN]\d{1,2}(?![\w\-/+=])/g) ?? []

test('no clause is defined twice', () => {
  expect(new Set(defined).size).toBe(defined.length)
})

test('every clause that a file cites can be looked up', () => {
  const unknown = files.flatMap((file) =>
    cited(readFileSync(join(ROOT, file), 'utf8'))
      .filter((clause) => !defined.includes(clause) && clause !== 'N99')
      .map((clause) => `${file}: ${clause}`),
  )
  expect(unknown).toEqual([])
})
