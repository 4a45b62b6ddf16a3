import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Journal, openJournal } from './journal.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
  path = join(folder, 'journal.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A journal of one map, whose values are texts. */
function openMap() {
  const entities = new Map<string, unknown>()
  const journal: Journal = openJournal(folder, (changes: unknown) => {
    if (!Array.isArray(changes)) throw new Error('not a commit')
    for (const [, id, entity] of changes) entities.set(id, entity)
  })
  const put = (id: string, entity: unknown) => {
    entities.set(id, entity)
    journal.append([['texts', id, entity]])
  }
  return { journal, entities, put }
}

const reread = () => {
  const again = openMap()
  again.journal.close()
  return [...again.entities]
}

test('lines longer than what is read at once, and separators inside a text, are read back', () => {
  const { journal, put, entities } = openMap()
  put('long', '🛂é\u2028'.repeat(900_000))
  put('separators', 'a\u2028b\u2029c\u0085d\r\n')
  put('after', 'x')
  journal.close()
  expect(reread()).toEqual([...entities])
})

test('a process that was asleep while another took the folder over writes nothing', () => {
  const asleep = openMap()
  asleep.put('before', 'x')
  const owner = openMap()
  owner.journal.rewrite([['texts', 'before', 'x']])
  owner.put('after', 'y')
  const takenOver = /taken over the journal/
  expect(() => asleep.put('lost', 'z')).toThrow(takenOver)
  expect(() => asleep.journal.rewrite([])).toThrow(takenOver)
  for (const { journal } of [asleep, owner]) journal.close()
  expect(reread()).toEqual([
    ['before', 'x'],
    ['after', 'y'],
  ])
})

test('commits after a rewrite follow what it wrote', () => {
  const { journal, put } = openMap()
  put('gone', 'x')
  journal.rewrite([['texts', 'only', 'one']])
  put('after', 'y')
  journal.close()
  expect(reread()).toEqual([
    ['only', 'one'],
    ['after', 'y'],
  ])
})

test('a rewrite that was cut by a kill leaves nothing that a start reads', () => {
  const { journal, put } = openMap()
  put('kept', 'x')
  journal.close()
  writeFileSync(`${path}.next`, '[["texts","half"')
  expect(reread()).toEqual([['kept', 'x']])
  expect(readFileSync(path, 'utf8')).not.toContain('half')
})
