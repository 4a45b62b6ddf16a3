import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOCALES } from '../../site'
import { chaptersIn, parseProgress, positionOf } from './chapters'
import { findFunction } from './source'
import { isWireCall, WIRE_CALLS } from './wire-calls'

const ROOT = join(import.meta.dirname, '..', '..')
const contract = readFileSync(join(ROOT, 'docs/contract.md'), 'utf8')

test.each(Object.entries(WIRE_CALLS))(
  'the code, its lines and the clauses behind "%s" exist',
  (id, call) => {
    const path = join(ROOT, call.file)
    expect(existsSync(path)).toBe(true)
    const source = readFileSync(path, 'utf8')
    expect(source).toMatch(new RegExp(`\\b(function|const) ${call.function}\\b`))
    expect(isWireCall(id) && findFunction(source, id).isWhole).toBe(true)
    for (const clause of call.clauses) expect(contract).toMatch(new RegExp(`^\\| ${clause} `, 'm'))
  },
)

test.each(LOCALES)(
  'there are six chapters in %s, and every step has a position that leads back to it',
  (locale) => {
    const chapters = chaptersIn(locale)
    expect(chapters).toHaveLength(6)
    for (const chapter of chapters)
      for (const scene of chapter.scenes)
        for (const [index, step] of scene.steps.entries())
          expect(parseProgress(positionOf(chapter.id, scene.id, index), locale)?.step).toBe(step)
  },
)

test.each(['', 'review', 'review.review.9', 'review.review.-1', 'review.other.0', 'x.y.z'])(
  'the position "%s" names no step',
  (position) => {
    expect(parseProgress(position, 'en')).toBeNull()
  },
)

test.each(LOCALES)('a step fits the strip and the portal’s note in %s', (locale) => {
  const steps = chaptersIn(locale).flatMap(({ scenes }) => scenes.flatMap((scene) => scene.steps))
  for (const { title, here, click, say, act } of steps) {
    expect(title.length, title).toBeLessThanOrEqual(48)
    // On a phone, two lines beside the button.
    expect(here?.length ?? 0, here).toBeLessThanOrEqual(34)
    expect(click.length, click).toBeLessThanOrEqual(300)
    expect(say.length, say).toBeLessThanOrEqual(280)
    expect(act?.label, title).not.toBe('')
  }
})
