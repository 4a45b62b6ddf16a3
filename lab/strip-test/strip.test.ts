// The short form of `npm run strip-test`: what the edits leave, and the tests that read the whole repository.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runTool } from '../../scripts/run-tool.ts'
import { removeMarked } from '../../scripts/strip/strip.ts'
import { FORMS, stripCopy } from './stripped-copy.ts'

const TIMEOUT_MS = 300_000
/** They compare documents, compose file, workflows and imports with what is there. */
const READERS = ['documents', 'contract', 'deployment-files', 'walls', 'commands'].map(
  (name) => `scripts/${name}.test.ts`,
)
/** Leaves out the tests that start each command, which say the same as where nothing is stripped. */
const NO_STARTS = '^(?!.* refuses a mistyped option)'
const LAB =
  /\blab\/|npm run (?:bench|crash-test|deployment-test|failover-test|fuzz|mutation|screenshots|strip-test|film|engines)\b/
const SANDBOX = /sandbox|northwind-demo|npm run (?:demo|strip)\b/i
const SURFACE =
  /^(\.env\.example|README\.md|compose\.yaml|Dockerfile|deploy\/.*|\.github\/.*|knip\.json|package\.json|biome\.json|vitest\.config\.ts)$/

describe.each(FORMS)('$title', (form) => {
  test(
    'leaves no leftovers, and what remains agrees with itself',
    async () => {
      const copy = await stripCopy(form)
      try {
        const files = execFileSync('git', ['ls-files'], { cwd: copy.folder, encoding: 'utf8' })
        const removed = form.args.length > 0 ? [LAB, SANDBOX] : [LAB]
        const leftovers = files
          .split('\n')
          .filter((file) => SURFACE.test(file))
          .flatMap((file) =>
            readFileSync(join(copy.folder, file), 'utf8')
              .split('\n')
              .filter((line) => removed.some((pattern) => pattern.test(line)))
              .map((line) => `${file}: ${line.trim()}`),
          )
        expect(leftovers).toEqual([])
        const { exitCode, output } = await runTool(
          ['node_modules/vitest/vitest.mjs', 'run', '-t', NO_STARTS, ...READERS],
          { cwd: copy.folder },
        )
        expect(exitCode, output).toBe(0)
      } finally {
        copy.remove()
      }
    },
    TIMEOUT_MS,
  )
})

test('a block goes with its markers, and the other form keeps it', () => {
  const text = 'a\n# strip-all:begin\nb\n# strip-all:end\nc # strip:line\nd'
  expect(removeMarked(text, ['strip'])).toBe('a\n# strip-all:begin\nb\n# strip-all:end\nd')
  expect(removeMarked(text, ['strip', 'strip-all'])).toBe('a\nd')
})

test.each(['# strip:begin\na', 'a\n# strip:end', '# strip:begin\n# strip:begin\n# strip:end'])(
  'a marker without a partner is refused: %j',
  (text) => {
    expect(() => removeMarked(text, ['strip'])).toThrow('no partner')
  },
)
