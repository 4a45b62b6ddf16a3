import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Change, type Journal, openJournal } from './journal.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
  path = join(folder, 'journal.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

const KIB = 1024

/** A journal of one map, whose values are texts. */
function openMap(compactFromBytes?: number) {
  const entities = new Map<string, unknown>()
  const dump = () => [...entities].map(([id, entity]): Change => ['texts', id, entity])
  const replay = (changes: unknown) => {
    if (!Array.isArray(changes)) throw new Error('not a commit')
    for (const [, id, entity] of changes) {
      if (entity === null) entities.delete(id)
      else entities.set(id, entity)
    }
  }
  const journal: Journal = openJournal(folder, { replay, dump, compactFromBytes })
  const put = (id: string, entity: unknown) => {
    if (entity === null) entities.delete(id)
    else entities.set(id, entity)
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

test('a journal in use is compacted, and the commits made meanwhile are kept in order', async () => {
  const { journal, put, entities } = openMap(256 * KIB)
  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < 100; index += 1) put(`old-${index}`, 'x'.repeat(20 * KIB))
  }
  const grown = statSync(path).size
  let turns = 0
  while (statSync(path).size >= grown && turns < 5_000) {
    turns += 1
    put(`new-${turns}`, 'y')
    put(`old-${turns}`, turns % 2 === 0 ? null : `again ${turns}`)
    await nextTurn()
  }
  expect(statSync(path).size).toBeLessThan(grown / 2)
  // It took several turns, so there were commits while it ran.
  expect(turns).toBeGreaterThan(5)
  put('last', 'z')
  journal.close()
  expect(reread()).toEqual([...entities])
})

test('a rewrite or a close ends a compaction, which then changes nothing', async () => {
  const { journal, put } = openMap(64 * KIB)
  for (let index = 0; index < 400; index += 1) put(`each-${index}`, 'x'.repeat(20 * KIB))
  // Let it begin.
  await nextTurn()
  await nextTurn()
  journal.rewrite([['texts', 'only', 'one']])
  for (let turn = 0; turn < 50; turn += 1) await nextTurn()
  journal.close()
  expect(reread()).toEqual([['only', 'one']])
})

test('a compaction that was cut by a kill leaves nothing that a start reads', () => {
  const { journal, put } = openMap()
  put('kept', 'x')
  journal.close()
  writeFileSync(`${path}.next`, '[["texts","half"')
  expect(reread()).toEqual([['kept', 'x']])
  expect(readFileSync(path, 'utf8')).not.toContain('half')
})
