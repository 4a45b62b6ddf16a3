// Checks that the commands, files, variables and links in the documents exist.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from './settings.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))
const documents = tracked
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: read(file) }))

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))
const programs = tracked.filter(
  (file) =>
    !file.endsWith('.md') && file !== 'package-lock.json' && !/\.(png|jpe?g|woff2?)$/.test(file),
)
const names = new Set(
  programs.flatMap((file) => read(file).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []),
)

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '')
const shellBlocks = (text: string) => all(text, /```sh\n([\s\S]*?)```/g)
const codeOf = (text: string) => all(text, /`([^`\n]+)`/g)
const withoutFences = (text: string) => text.replaceAll(/```[\s\S]*?```/g, '')

test.each(documents)('$file: every npm command exists', ({ text }) => {
  const named = [
    ...all(text, /npm run ([\w:-]+)\b(?! -w sandbox)/g),
    ...(/npm test/.test(text) ? ['test'] : []),
  ]
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test.each(documents)(
  '$file: every file in a command or in code quotes exists',
  ({ file, text }) => {
    // `npm run strip` removes these two entirely.
    const topFolders = new Set([...tracked.map((path) => path.split('/')[0]), 'lab', 'sandbox'])
    const words = [
      ...shellBlocks(text).flatMap((block) => block.replaceAll(/#.*$/gm, '').split(/[\s"']+/)),
      ...codeOf(withoutFences(text)),
    ]
    const paths = words.filter(
      (word) =>
        /^(?:\.\/)?[\w.-]+(?:\/[\w.[\]-]+)+\/?$/.test(word) && topFolders.has(word.split('/')[0]),
    )
    const isThere = (path: string) =>
      [ROOT, join(ROOT, dirname(file))].some((folder) => existsSync(join(folder, path)))
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  },
)

test.each(documents)('$file: every variable is known to a program', ({ text }) => {
  const named = [
    ...codeOf(withoutFences(text)).flatMap(
      (code) => code.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? [],
    ),
    ...shellBlocks(text).flatMap((block) => all(block, /(?:^|\s)([A-Z][A-Z0-9_]+)=/gm)),
  ]
  expect(named.filter((name) => !names.has(name))).toEqual([])
})

test.each(documents)('$file: every link works', ({ file, text }) => {
  const links = all(withoutFences(text), /\]\(([^)\s]+)\)/g).filter(
    (link) => !/^[a-z]+:/.test(link),
  )
  const broken = links.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : join(dirname(file), path)
    if (!existsSync(join(ROOT, target))) return true
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
  })
  expect(broken).toEqual([])
})

test('the README names every command', () => {
  const readme = read('README.md')
  const unnamed = Object.keys(scripts).filter(
    (name) => !new RegExp(`npm (?:run )?${name}\\b`).test(readme),
  )
  expect(unnamed).toEqual([])
})

test('every variable that the app reads is in .env.example and in a document', () => {
  const variables = all(read('lib/env.ts'), /^ {4}([A-Z][A-Z_]+): /gm)
  expect(variables.length).toBeGreaterThan(20)
  const written = documents.map(({ text }) => codeOf(withoutFences(text)).join(' ')).join(' ')
  const lacks = (text: string) => (name: string) => !new RegExp(`\\b${name}\\b`).test(text)
  // Node's own variables, and those that only the demo sets.
  const internal = ['NODE_ENV', 'HOSTNAME', 'ALLOW_PUBLISHED_SECRETS', 'DEMO_CONTROL_URL']
  const settable = variables.filter((name) => !internal.includes(name))
  expect(settable.filter(lacks(read('.env.example')))).toEqual([])
  expect(settable.filter(lacks(written))).toEqual([])
})

/** As GitHub derives them. */
function anchorsOf(text: string): string[] {
  return all(withoutFences(text), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
