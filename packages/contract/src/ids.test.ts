import fc from 'fast-check'
import { id, isId, newId } from './ids.ts'
import { type Prefix, prefixes } from './prefixes.ts'

const prefix = fc.constantFrom(...(Object.keys(prefixes) as Prefix[]))

test('a new id is well-formed for its own prefix and for no other', () => {
  fc.assert(
    fc.property(prefix, prefix, (one, other) => {
      const created = newId(one)
      expect(isId(one, created)).toBe(true)
      expect(isId(other, created)).toBe(one === other)
      expect(id(one).safeParse(created).success).toBe(true)
    }),
  )
})

test('ids sort in the order of their creation', () => {
  const ids = Array.from({ length: 2000 }, () => newId('ord'))
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an id contains its time: the first ten characters are milliseconds since 1970', () => {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const before = Date.now()
  const letters = newId('ord').slice(4, 14)
  const milliseconds = [...letters].reduce((sum, letter) => sum * 32 + alphabet.indexOf(letter), 0)
  // 26 letters have 130 bits, so the 48 bits of the time end inside the tenth letter.
  expect(milliseconds).toBeGreaterThanOrEqual(before)
  expect(milliseconds).toBeLessThanOrEqual(Date.now())
})

test('no text but the exact form is an id', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(isId('ord', text)).toBe(/^ord_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text))
    }),
  )
})

test.each([
  ['a letter too few', 'ord_01h455vb4pex5vsknk084sn02'],
  ['a letter too many', 'ord_01h455vb4pex5vsknk084sn02qq'],
  ['capitals', 'ORD_01H455VB4PEX5VSKNK084SN02Q'],
  ['a letter outside the alphabet', 'ord_01h455vb4pex5vsknk084sn02i'],
  ['more than 128 bits', 'ord_81h455vb4pex5vsknk084sn02q'],
  ['a line break at the end', 'ord_01h455vb4pex5vsknk084sn02q\n'],
  ['a space before', ' ord_01h455vb4pex5vsknk084sn02q'],
  ['another prefix', 'usr_01h455vb4pex5vsknk084sn02q'],
])('%s is refused', (_, text) => {
  expect(isId('ord', text)).toBe(false)
  expect(id('ord').safeParse(text).error?.issues[0]?.message).toBe('must be the id of an order (ord_…)')
})

test('prefixes are three lower-case letters, and no two resources share one', () => {
  expect(Object.keys(prefixes).filter(name => !/^[a-z]{3}$/.test(name))).toEqual([])
  expect(new Set(Object.values(prefixes)).size).toBe(Object.keys(prefixes).length)
})
