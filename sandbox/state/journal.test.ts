import fs, { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/machine.ts'
import { Journal } from './journal.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = temporaryFolder()
  path = join(folder, 'journal.jsonl')
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** A journal of a single map of texts. */
function openMap() {
  const entities = new Map<string, unknown>()
  const journal = new Journal(
    folder,
    (changes: unknown) => {
      if (!Array.isArray(changes)) throw new Error('not a commit')
      for (const [, id, entity] of changes) entities.set(id, entity)
    },
    () => [...entities].map(([id, entity]) => ['texts', id, entity]),
  )
  const put = (id: string, entity: unknown) => {
    journal.append([['texts', id, entity]])
    entities.set(id, entity)
  }
  return { journal, entities, put }
}

const reread = () => {
  const again = openMap()
  again.journal.close()
  return [...again.entities]
}

test('separators inside a text are read back', () => {
  const { journal, put, entities } = openMap()
  put('separators', 'a\u2028b\u2029c\u0085d\r\n')
  put('after', 'x')
  journal.close()
  expect(reread()).toEqual([...entities])
})

test('a start leaves one line for each entity, and commits follow it', () => {
  const first = openMap()
  for (const entity of ['x', 'y', 'z']) first.put('changed', entity)
  first.journal.close()
  const second = openMap()
  expect(readFileSync(path, 'utf8')).toBe('[["texts","changed","z"]]\n')
  second.put('after', 'y')
  second.journal.close()
  expect(reread()).toEqual([
    ['changed', 'z'],
    ['after', 'y'],
  ])
})

test('a process that slept while another took the folder over writes nothing', () => {
  const asleep = openMap()
  asleep.put('before', 'x')
  const owner = openMap()
  owner.put('after', 'y')
  expect(() => asleep.put('lost', 'z')).toThrow(/taken over the journal/)
  for (const { journal } of [asleep, owner]) journal.close()
  expect(reread()).toEqual([
    ['before', 'x'],
    ['after', 'y'],
  ])
})

test('a start that is interrupted while it compacts leaves the old journal unchanged', () => {
  const { journal, put } = openMap()
  put('kept', 'x')
  journal.close()
  const { ino } = statSync(path)
  // A folder of this name makes writing the new journal fail.
  mkdirSync(`${path}.next`)
  expect(openMap).toThrow()
  expect(statSync(path).ino).toBe(ino)
  rmdirSync(`${path}.next`)
  writeFileSync(`${path}.next`, '[["texts","half"')
  expect(reread()).toEqual([['kept', 'x']])
})

test('a commit that a full disk cuts off does not damage the next one', () => {
  const { journal, put } = openMap()
  const { writeSync } = fs
  vi.spyOn(fs, 'writeSync')
    .mockImplementationOnce((file, bytes) => writeSync(file, String(bytes).slice(0, 9)))
    .mockImplementationOnce(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
  syncBuiltinESMExports()
  expect(() => put('lost', 'x')).toThrow('no space left')
  put('after', 'y')
  journal.close()
  expect(reread()).toEqual([['after', 'y']])
})
