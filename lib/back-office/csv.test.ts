import { describe, expect, test } from 'vitest'
import { toCsvLine } from './csv'

describe('toCsvLine', () => {
  test('a comma, a quote and a line break are quoted', () => {
    expect(toCsvLine(['a,b', 'say "yes"', 'x\ny'])).toBe('"a,b","say ""yes""","x\ny"\r\n')
  })

  test('a missing value is an empty cell', () => {
    expect(toCsvLine([null, undefined, false])).toBe(',,false\r\n')
  })

  test.each(['=1+1', '+1', '-1', '@x'])('%s does not reach a spreadsheet as a formula', (text) => {
    expect(toCsvLine([text])).toBe(`'${text}\r\n`)
  })
})
