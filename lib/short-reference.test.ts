import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { SITE } from '../site'
import { referenceIdPrefixes, shortReference } from './short-reference'

const REFERENCE_ID = 'app-3ceb7a21-9c1f-4f0e-8a53-2f5f5b1d7c10'
const PREFIX = SITE.referencePrefix

describe('shortReference', () => {
  test('is the brand and the first 30 bits of the UUID', () => {
    expect(shortReference(REFERENCE_ID)).toBe(`${PREFIX}-7KNQM8`)
    expect(shortReference('app-00000000-0000-4000-8000-000000000000')).toBe(`${PREFIX}-000000`)
    expect(shortReference('app-ffffffff-ffff-4fff-bfff-ffffffffffff')).toBe(`${PREFIX}-ZZZZZZ`)
  })

  test('leaves a referenceId in another form as it is', () => {
    expect(shortReference('order:4711')).toBe('order:4711')
  })
})

describe('referenceIdPrefixes', () => {
  const finds = (search: string, referenceId: string) =>
    referenceIdPrefixes(search).some((prefix) => referenceId.startsWith(prefix))

  test('finds an inquiry by its short reference and by every prefix of it', () => {
    for (let round = 0; round < 200; round++) {
      const referenceId = `app-${randomUUID()}`
      const short = shortReference(referenceId)
      for (let end = `${PREFIX}-`.length + 1; end <= short.length; end++)
        expect(finds(short.slice(0, end), referenceId)).toBe(true)
    }
  })

  test('finds no inquiry with another short reference', () => {
    for (const other of ['3ceb7a1f', '3ceb7a24', '3cebfa21', 'bceb7a21'])
      expect(finds(`${PREFIX}-7KNQM8`, `app-${other}-9c1f-4f0e-8a53-2f5f5b1d7c10`)).toBe(false)
  })

  test('reads it as people type it', () => {
    for (const typed of [
      ` ${PREFIX}-7knqm8 `.toLowerCase(),
      `${PREFIX} 7KNQM8`,
      `${PREFIX}7knqm8`,
      '7knqm8',
      '7KNQ',
    ])
      expect(finds(typed, REFERENCE_ID)).toBe(true)
    expect(referenceIdPrefixes('OIL000')).toEqual(referenceIdPrefixes('011000'))
  })

  test('anything else is not a short reference', () => {
    for (const search of [
      '',
      `${PREFIX}-`,
      'app',
      `${PREFIX}-7KNQM8X`,
      `${PREFIX}-UUUU`,
      REFERENCE_ID,
      'Harbour',
      '7K%',
    ])
      expect(referenceIdPrefixes(search)).toEqual([])
  })
})
