import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PRODUCTS, SITE } from '../site'

const ROOT = join(import.meta.dirname, '..')
const BRAND = ['site.ts', 'app/globals.css', 'app/icon.svg']
/** About the brand as it is delivered, or about the sandbox, whose merchant has the same name. */
const OTHERS =
  /^(docs|sandbox|lab|e2e\/sandbox|e2e\/conformance)\/|^[A-Z]+\.md$|^package(-lock)?\.json$|\.(png|ico)$/
/** The demo's published password is part of its interface. */
const PASSWORD = /northwind-demo/g

const WORDS = new RegExp(
  [
    SITE.name,
    `\\b${SITE.referencePrefix}\\b`,
    ...PRODUCTS.flatMap(({ id, name }) => [`['"=]${id}\\b`, ...Object.values(name)]),
  ].join('|'),
)

test('only three files name the brand and its products', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).split('\n')
  const found = files
    .filter((file) => file && !BRAND.includes(file) && !OTHERS.test(file))
    .filter((file) => existsSync(join(ROOT, file)))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(PASSWORD, '')
      const [word] = WORDS.exec(text) ?? []
      return word ? [`${file}: ${word}`] : []
    })
  expect(found).toEqual([])
})

test.each(['Brand', 'Field'])('the worked change under “%s” applies', (heading) => {
  const page = readFileSync(join(ROOT, 'docs/customising.md'), 'utf8')
  const [, diff] =
    new RegExp(`^## ${heading}$.*?^\`\`\`diff\\n(.*?)^\`\`\`$`, 'ms').exec(page) ?? []
  expect(() =>
    execFileSync('git', ['apply', '--check'], {
      cwd: ROOT,
      input: diff,
      stdio: ['pipe', 'pipe', 'pipe'],
    }),
  ).not.toThrow()
})
