// Agents follow AGENTS.md literally, so each of its commands is run here or by .ci/run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runTool } from './run-tool.ts'
import { ROOT } from './settings.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const commands = [...read('AGENTS.md').matchAll(/^npm (?:run )?([\w:-]+)(?: -- (.*?))?\s*#/gm)].map(
  ([, name = '', args = '']) => ({ name, args }),
)

/** For each command, arguments that make it do almost nothing, and the output to expect. */
const HARMLESS: Record<string, { args: string[]; says: RegExp }> = {
  help: { args: [], says: /^run: /m },
  fix: { args: ['--help'], says: /npm run fix: / },
  test: { args: ['scripts/watch-schema.test.ts'], says: /1 passed/ },
  e2e: {
    args: ['--list', '-g', 'a title that no story has'],
    says: /Total: 0 tests|No tests found/,
  },
  'db:new': { args: ['nothing_to_write'], says: /already lead to the schema/ },
}

test.each(commands)('npm run $name works as in AGENTS.md', async ({ name, args }) => {
  // Takes minutes, and .ci/run starts with it.
  if (name === 'check') return expect(read('.ci/run')).toContain('npm run check')
  const harmless = HARMLESS[name]
  const { output } = await runTool(['scripts/bootstrap.mjs', name, ...(harmless?.args ?? [])])
  expect(output).toMatch(harmless?.says ?? /^$/)
  expect(args === '' || harmless !== undefined).toBe(true)
})

test('AGENTS.md has commands', () => expect(commands.length).toBeGreaterThan(4))
