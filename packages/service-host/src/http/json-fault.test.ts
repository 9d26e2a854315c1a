import fc from 'fast-check'
import { byteOfFault } from './json-fault.ts'

test.each([
  ['{"a":}', 5],
  ['{"a" 1}', 5],
  ['{"a":1,}', 7],
  ["{'a':1}", 1],
  ['{"a":01}', 6],
  ['{"é":nul}', 6],
  ['[1 2]', 3],
  ['[1,]', 3],
  ['{"a":"b\nc"}', 5],
  ['{"a":1}}', 7],
  ['{"a":[1,2}', 9],
  ['{"a":"b', 5],
  ['', 0],
])('%j stops being JSON at byte %i', (raw, byte) => {
  expect(() => JSON.parse(raw)).toThrow()
  expect(byteOfFault(raw)).toBe(byte)
})

test('whatever follows a JSON text is found where it begins', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('}', ']', ',', 'x', '"'), (raw, more) => {
      expect(byteOfFault(`${raw} ${more}`)).toBe(Buffer.byteLength(raw) + 1)
    }),
  )
})

test('a list or an object that is cut off inside ends too early, or in its last word', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(fc.jsonValue(), { minLength: 1 }),
        fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
      ),
      fc.nat(),
      (value, at) => {
        const raw = JSON.stringify(value)
        const cut = raw.slice(0, 1 + (at % (raw.length - 1)))
        const byte = byteOfFault(cut)
        const rest = Buffer.from(cut).subarray(byte).toString()
        expect(rest).toMatch(/^(?:|".*|[a-z]*|[-+.eE]*)$/su)
      },
    ),
  )
})
