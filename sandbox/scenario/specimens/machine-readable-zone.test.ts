import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkDigit,
  identityCardZone,
  passportZone,
  transliterate,
} from './machine-readable-zone.ts'

const ERIKSSON = {
  surname: 'Eriksson',
  givenNames: 'Anna Maria',
  nationality: 'UTO',
  dateOfBirth: '1974-08-12',
  sex: 'F',
} as const

const zoneText = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'), maxLength })
const day = fc
  .date({ min: new Date('1920-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const holder = fc.record({
  surname: fc.string({ unit: 'grapheme', maxLength: 60 }),
  givenNames: fc.string({ unit: 'grapheme', maxLength: 60 }),
  nationality: fc.constant('UTO'),
  dateOfBirth: day,
  sex: fc.constantFrom('F' as const, 'M' as const, 'X' as const),
})
const document = fc.record({
  issuingState: fc.constant('UTO'),
  documentNumber: zoneText(9),
  dateOfExpiry: day,
  optionalData: zoneText(14),
})

describe('the machine-readable zone', () => {
  it('of the ICAO sample passport is the one printed in Doc 9303 part 4', () => {
    const zone = passportZone(ERIKSSON, {
      issuingState: 'UTO',
      documentNumber: 'L898902C3',
      dateOfExpiry: '2012-04-15',
      optionalData: 'ZE184226B',
    })
    expect(zone).toEqual([
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ])
  })

  it('of the ICAO sample identity card is the one printed in Doc 9303 part 5', () => {
    const zone = identityCardZone(ERIKSSON, {
      issuingState: 'UTO',
      documentNumber: 'D23145890',
      dateOfExpiry: '2012-04-15',
    })
    expect(zone).toEqual([
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ])
  })

  it.each([
    ['520727', '3'],
    ['D23145890734', '9'],
    ['HA672242<', '6'],
    ['', '0'],
  ])('gives %j the check digit %s, as worked through in Doc 9303 part 3', (field, digit) => {
    // Part 3 has no example of an empty field; its sum is 0.
    expect(checkDigit(field)).toBe(digit)
  })

  it('refuses a character outside its alphabet', () => {
    expect(() => checkDigit('abc')).toThrow(RangeError)
  })

  it('spells out the letters that ICAO lists and drops other accents', () => {
    expect(transliterate('Søren Ångström-Łukasz')).toBe('SOEREN<AANGSTROEM<LUKASZ')
    expect(transliterate("Zoë O'Connor")).toBe('ZOE<OCONNOR')
  })

  it('keeps its line lengths and its alphabet for any name', () => {
    fc.assert(
      fc.property(holder, document, (person, paper) => {
        for (const line of passportZone(person, paper)) expect(line).toMatch(/^[A-Z0-9<]{44}$/)
        for (const line of identityCardZone(person, paper)) expect(line).toMatch(/^[A-Z0-9<]{30}$/)
      }),
    )
  })

  it('detects any single misread digit in a number or date', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 14 }),
        fc.nat(13),
        fc.integer({ min: 1, max: 9 }),
        (field, position, shift) => {
          const at = position % field.length
          const misread = (Number(field[at]) + shift) % 10
          const damaged = field.slice(0, at) + misread + field.slice(at + 1)
          expect(checkDigit(damaged)).not.toBe(checkDigit(field))
        },
      ),
    )
  })
})
