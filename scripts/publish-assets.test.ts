// Runs deploy/publish-assets.mjs on builds of a few files each.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runTool } from './run-tool.ts'
import { ROOT } from './settings.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** @returns what the script printed */
async function publish(build: string, files: string[]): Promise<string> {
  const built = join(folder, build)
  for (const file of files) {
    const path = join(built, '.next/static', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `of ${file}`)
  }
  cpSync(join(ROOT, 'deploy/publish-assets.mjs'), join(built, 'publish-assets.mjs'))
  const { exitCode, output } = await runTool([join(built, 'publish-assets.mjs'), served()])
  expect(exitCode, output).toBe(0)
  return output
}

const served = (file = '') => join(folder, 'served', file)
const publishedDaysAgo = (file: string, days: number) => {
  const at = new Date(Date.now() - days * DAY_MS)
  utimesSync(served(`_next/static/${file}`), at, at)
}

test('each build adds its files, and those of the previous build stay', async () => {
  await publish('one', ['chunks/a.js', 'chunks/shared.js'])
  const output = await publish('two', ['chunks/b.js', 'chunks/shared.js', 'media/font.woff2'])
  expect(output).toMatch(/^2 files added to .*, 0 removed\.$/m)
  for (const file of ['chunks/a.js', 'chunks/b.js', 'chunks/shared.js', 'media/font.woff2'])
    expect(readFileSync(served(`_next/static/${file}`), 'utf8')).toBe(`of ${file}`)
})

test('a release removes files that were last published more than 30 days before the previous release', async () => {
  const files = ['first.js', 'left-out-long-ago.js', 'left-out-lately.js', 'running.js']
  await publish('one', files)
  publishedDaysAgo('first.js', 100)
  publishedDaysAgo('left-out-long-ago.js', 71)
  publishedDaysAgo('left-out-lately.js', 69)
  // The build that still serves customers while this runs.
  publishedDaysAgo('running.js', 40)
  const isThere = (file: string) => existsSync(served(`_next/static/${file}`))
  await publish('two', ['next.js', 'first.js'])
  expect([...files, 'next.js'].filter(isThere)).toEqual([
    'first.js',
    'left-out-lately.js',
    'running.js',
    'next.js',
  ])
})

test('a release after a long pause keeps the files of the build that is running', async () => {
  await publish('one', ['running.js'])
  publishedDaysAgo('running.js', 31)
  expect(await publish('two', ['next.js'])).toMatch(/ 0 removed\.$/m)
})

test('without a folder it prints its usage', async () => {
  const { exitCode, output } = await runTool(['deploy/publish-assets.mjs'])
  expect(exitCode).toBe(1)
  expect(output).toContain('node publish-assets.mjs <folder>')
})
