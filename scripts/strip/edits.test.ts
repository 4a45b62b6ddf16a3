import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../settings.ts'
import {
  emptyVariables,
  removeBlocks,
  removeCommands,
  removeEntries,
  removeScripts,
  removeWorkspaces,
} from './edits.ts'
import { EMPTIED_VARIABLES, REMOVED_COMMANDS } from './plan.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('a block goes with its markers, and the rest stays as it is', () => {
  const text = 'a\n<!-- strip:begin -->\nb\nc\n<!-- strip:end -->\nd\n'
  expect(removeBlocks(text)).toBe('a\nd\n')
})

test.each(['strip:begin\na', 'a\nstrip:end', 'strip:begin\nstrip:begin\nstrip:end'])(
  'a marker without a partner (%j) is refused',
  (text) => {
    expect(() => removeBlocks(text)).toThrow('no partner')
  },
)

test('each command that leaves is in package.json and in the bootstrap, and then in neither', () => {
  const packageJson = removeScripts(read('package.json'), REMOVED_COMMANDS)
  const bootstrap = removeCommands(read('scripts/bootstrap.mjs'), REMOVED_COMMANDS)
  const { scripts } = JSON.parse(packageJson)
  for (const command of REMOVED_COMMANDS) {
    expect(JSON.parse(read('package.json')).scripts).toHaveProperty(command)
    expect(scripts).not.toHaveProperty(command)
    expect(bootstrap).not.toMatch(new RegExp(`^ {2}${command}:`, 'm'))
  }
  expect(scripts).toHaveProperty('check')
})

test('each variable that is emptied has a value before', () => {
  const before = read('.env.example')
  const after = emptyVariables(before, EMPTIED_VARIABLES)
  for (const name of EMPTIED_VARIABLES) {
    expect(before).toMatch(new RegExp(`^${name}=.`, 'm'))
    expect(after).toMatch(new RegExp(`^${name}=$`, 'm'))
  }
})

test('the entries of folders that left are gone, and the file is still JSON', () => {
  const after = removeEntries(read('knip.json'), ['sandbox', 'bench'])
  expect(read('knip.json')).toContain('"bench/main.ts"')
  expect(after).not.toMatch(/sandbox|bench/)
})

test('the sandbox is no workspace any more', () => {
  expect(JSON.parse(read('package.json')).workspaces).toEqual(['sandbox'])
  expect(JSON.parse(removeWorkspaces(read('package.json')))).not.toHaveProperty('workspaces')
})
