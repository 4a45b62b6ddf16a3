import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CHAPTERS, parseProgress, positionOf } from './chapters'
import { WIRE_CALLS } from './wire-calls'

const ROOT = join(import.meta.dirname, '..', '..')
const contract = readFileSync(join(ROOT, 'docs/contract.md'), 'utf8')

test.each(Object.entries(WIRE_CALLS))(
  'the code and the clauses behind "%s" are there',
  (_, call) => {
    const path = join(ROOT, call.file)
    expect(existsSync(path)).toBe(true)
    expect(readFileSync(path, 'utf8')).toMatch(
      new RegExp(`\\b(function|const) ${call.function}\\b`),
    )
    for (const clause of call.clauses) expect(contract).toMatch(new RegExp(`^\\| ${clause} `, 'm'))
  },
)

test('there are six chapters, and every step can be returned to', () => {
  expect(CHAPTERS).toHaveLength(6)
  for (const chapter of CHAPTERS)
    for (const scene of chapter.scenes)
      for (const [index, step] of scene.steps.entries())
        expect(parseProgress(positionOf(chapter.id, scene.id, index))?.step).toBe(step)
})

test.each(['', 'review', 'review.review.9', 'review.review.-1', 'review.other.0', 'x.y.z'])(
  'nothing is shown for the position "%s"',
  (position) => {
    expect(parseProgress(position)).toBeNull()
  },
)

test('a step fits the strip and the portal’s note', () => {
  const steps = CHAPTERS.flatMap(({ scenes }) => scenes.flatMap((scene) => scene.steps))
  for (const { title, click, say } of steps) {
    expect(title.length).toBeLessThanOrEqual(48)
    expect(click.length).toBeLessThanOrEqual(300)
    expect(say.length).toBeLessThanOrEqual(280)
  }
})
