// The control API lists the ambiguity matrix and validates changes to it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GapTrial, startGapTrial } from '../../testing/gap-trial.ts'
import { control } from '../../testing/merchant.ts'
import { GAPS } from './table.ts'

let trial: GapTrial
beforeEach(async () => {
  trial = await startGapTrial()
})
afterEach(() => trial.close())

describe('the matrix', () => {
  test('lists every gap with its default, its values and the current one', async () => {
    await trial.set('N18', '410')
    const response = await trial.sandbox.app.request('/sandbox/settings')
    const gaps = await response.json()
    expect(gaps.map(({ id }: { id: string }) => id)).toEqual(Object.keys(GAPS))
    expect(gaps).toContainEqual({
      id: 'N18',
      gap: 'an expired document URL',
      default: '403',
      values: ['403', '404', '410'],
      current: '410',
    })
  })

  test.each([
    ['N99', '403'],
    ['N18', '200'],
    ['N6', 'after-event:soon'],
    ['N30', 'ahead:-2'],
    ['N30', 'one-clock:2'],
    ['toString', 'x'],
  ])('refuses %s = %s', async (gap, value) => {
    const { status } = await control(trial.sandbox, 'PATCH', '/settings', {
      settings: { [gap]: value },
    })
    expect(status).toBe(400)
  })
})
