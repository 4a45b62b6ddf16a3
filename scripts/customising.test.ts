import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCTS, SITE } from '../site'
import { listFiles } from './copy-project.ts'
import { ROOT } from './settings.ts'
import { Copy, readWorkedChanges } from './worked-changes.ts'

const BRAND = ['site.ts', 'app/globals.css', 'app/icon.svg']
/** Files about the delivered brand, or about the sandbox, whose merchant has the same name. */
const OTHERS = /^(docs|sandbox|lab)\/|^[A-Z]+\.md$|^package(-lock)?\.json$|\.(png|ico)$/
/** The demo's published password, which external users rely on. */
const PASSWORD = /northwind-demo/g

const WORDS = new RegExp(
  [
    SITE.name,
    `\\b${SITE.referencePrefix}\\b`,
    ...PRODUCTS.flatMap(({ id, name }) => [`['"=]${id}\\b`, ...Object.values(name)]),
  ].join('|'),
)

let copy: Copy
beforeAll(() => {
  copy = new Copy({ canBuild: false })
})
afterAll(() => copy.remove())

test('only three files name the brand and its products', () => {
  const found = listFiles()
    .filter((file) => !BRAND.includes(file) && !OTHERS.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(PASSWORD, '')
      const [word] = WORDS.exec(text) ?? []
      return word ? [`${file}: ${word}`] : []
    })
  expect(found).toEqual([])
})

test('each worked change applies alone, and all of them compile together', {
  timeout: 300_000,
}, () => {
  const changes = readWorkedChanges()
  expect(changes.length).toBe(7)
  for (const change of changes) copy.apply(change, '--check')
  for (const change of changes) copy.apply(change)
  copy.runBin('prisma', 'generate', '--no-hints')
  copy.runBin('next', 'typegen')
  copy.runBin('tsc', '--noEmit')
})
