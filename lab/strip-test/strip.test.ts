// A short version of `npm run strip-test`: a stripped project has no leftovers and nothing unused, type-checks, has stories
// that load, and passes the tests that read the whole repository.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkTypes } from '../../scripts/check-types.ts'
import { runTool, type ToolResult } from '../../scripts/run-tool.ts'
import { removeMarked } from '../../scripts/strip/strip.ts'
import { FORMS, type StrippedFiles, stripFiles } from './stripped-copy.ts'

// For a busy machine. On an idle one, all of it takes about 40 seconds.
vi.setConfig({ testTimeout: 300_000 })
/** They compare documents, compose file, workflows and imports with what exists. */
const READERS = ['documents', 'contract', 'deployment-files', 'walls', 'commands'].map(
  (name) => `scripts/${name}.test.ts`,
)
/** Leaves out the tests that start each command, because stripping doesn't change their result. */
const NO_STARTS = '^(?!.* refuses a mistyped option)'
const LAB =
  /\blab\/|no-guide|Stryker|stryker|npm run (?:bench|crash-test|deployment-test|failover-test|fuzz|mutation|screenshots|strip-test|film|engines)\b/
const SANDBOX = /sandbox|northwind-demo|npm run (?:demo|strip)\b/i
const TEXTS = /\.md$|^(e2e|lib)\/.*\.tsx?$/
const NAMES_THE_LAB = ['e2e/fixtures/ambiguity-matrix.ts']
const SURFACE =
  /^(\.env\.example|README\.md|compose\.yaml|Dockerfile|deploy\/.*|\.github\/.*|knip\.json|package\.json|biome\.json|vitest\.config\.ts)$/

const BIOME = 'node_modules/@biomejs/biome/bin/biome check --write --error-on-warnings .'.split(' ')

const parent = mkdtempSync(join(tmpdir(), 'stripped-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const copies = new Map<string, StrippedFiles>()
const copyOf = (title: string): StrippedFiles => {
  const copy = copies.get(title)
  if (copy === undefined) throw new Error(`No copy for ${title}`)
  return copy
}
/** Started together and awaited by the tests. */
const tools = new Map<string, Promise<ToolResult>>()

beforeAll(async () => {
  for (const [nth, form] of FORMS.entries())
    copies.set(form.title, await stripFiles(form, join(parent, String(nth))))
  // Before the others start, because it rewrites the files that they read.
  for (const { title } of FORMS) start(`format ${title}`, title, BIOME)
  await Promise.all(tools.values())
  for (const { title } of FORMS) {
    tools.set(`types ${title}`, checkTypes(copyOf(title).folder))
    start(`unused ${title}`, title, ['node_modules/knip/bin/knip.js', '--no-progress'])
    start(`stories ${title}`, title, ['node_modules/@playwright/test/cli.js', 'test', '--list'])
  }
  const readers = FORMS.flatMap((_, nth) => READERS.map((file) => `${nth}/${file}`))
  const args = ['run', '--root', parent, '-t', NO_STARTS, '--testTimeout=60000', ...readers]
  tools.set('readers', runTool(['node_modules/vitest/vitest.mjs', ...args]))
})

function start(tool: string, title: string, args: string[]): void {
  tools.set(tool, runTool(args, { cwd: copyOf(title).folder }))
}

async function expectSuccess(tool: string): Promise<string> {
  const { exitCode, output } = (await tools.get(tool)) ?? { exitCode: -1, output: 'not started' }
  expect(exitCode, output).toBe(0)
  return output
}

describe.each(FORMS)('$title', ({ title, args }) => {
  test('leaves no leftovers', () => {
    const patterns = (file: string) => [
      ...(SURFACE.test(file) || (TEXTS.test(file) && !NAMES_THE_LAB.includes(file)) ? [LAB] : []),
      ...(SURFACE.test(file) && args.length > 0 ? [SANDBOX] : []),
    ]
    const { files, folder } = copyOf(title)
    const leftovers = files
      .filter((file) => patterns(file).length > 0)
      .flatMap((file) =>
        readFileSync(join(folder, file), 'utf8')
          .split('\n')
          .filter((line) => patterns(file).some((pattern) => pattern.test(line)))
          .map((line) => `${file}: ${line.trim()}`),
      )
    // As text, because CI's last lines show it whole.
    expect(leftovers.join('\n')).toBe('')
  })

  test('leaves no broken import and no type error', () => expectSuccess(`types ${title}`))

  test('leaves stories that load', async () => {
    expect(await expectSuccess(`stories ${title}`)).toMatch(/^Total: \d\d+ tests in /m)
  })

  test('leaves nothing unused', () => expectSuccess(`unused ${title}`))

  test('leaves nothing that the formatter cannot fix', () => expectSuccess(`format ${title}`))
})

test('in both forms, documents, compose file, workflows and imports agree with what remains', async () => {
  const output = stripVTControlCharacters(await expectSuccess('readers'))
  const count = FORMS.length * READERS.length
  expect(output).toMatch(new RegExp(`Test Files .*\\b${count} passed`))
})

test('a block is removed with its markers, and the other form keeps it', () => {
  const text = 'a\n# strip-all:begin\nb\n# strip-all:end\nc # strip:line\nd'
  expect(removeMarked(text, ['strip'])).toBe('a\n# strip-all:begin\nb\n# strip-all:end\nd')
  expect(removeMarked(text, ['strip', 'strip-all'])).toBe('a\nd')
  const nested = 'a\n# strip-all:begin\nb\n# strip:begin\nc\n# strip:end\n# strip-all:end\nd'
  expect(removeMarked(nested, ['strip', 'strip-all'])).toBe('a\nd')
})

test.each(['# strip:begin\na', 'a\n# strip:end', '# strip:begin\n# strip:begin\n# strip:end'])(
  'a marker without a partner is refused: %j',
  (text) => {
    expect(() => removeMarked(text, ['strip'])).toThrow('no partner')
  },
)
