import fc from 'fast-check'
import { csvLine } from '../formats/csv.ts'
import { LocalTime } from '../formats/local-time.ts'
import { delimiterOf, fieldsOf, recordsIn } from './records.ts'

const utc = new LocalTime('UTC')
const cell = fc.string().filter(text => !/^[=+\-@\t\r＝＋－＠]/.test(text))

test('what a csv was written from is read from it, wherever the part ends', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      rows => {
        const bytes = Buffer.from(rows.map(row => csvLine(row, utc)).join(''))
        const places = recordsIn(bytes, 'utf-8', { most: 100, isEnd: true })
        const read = places.map(({ start, end }) => fieldsOf(bytes.subarray(start, end).toString(), ','))
        expect(read).toEqual(rows)
        const cut = Math.floor(bytes.length / 2)
        const first = recordsIn(bytes.subarray(0, cut), 'utf-8', { most: 100, isEnd: false })
        expect(first).toEqual(places.slice(0, first.length))
      },
    ),
  )
})

test.each(['utf-16le', 'utf-16be'])('records of %s end at its line ends', encoding => {
  const bytes = Buffer.from('a;"x\ny"\r\nb;c', 'utf16le')
  if (encoding === 'utf-16be') bytes.swap16()
  const texts = recordsIn(bytes, encoding, { most: 9, isEnd: true }).map(({ start, end }) =>
    new TextDecoder(encoding).decode(bytes.subarray(start, end)),
  )
  expect(texts).toEqual(['a;"x\ny"', 'b;c'])
})

test.each([
  ['a,b,c', 'comma'],
  ['a;b,c;d', 'semicolon'],
  ['"a;b;c"\tb', 'tab'],
])('the delimiter of %j is %j', (header, delimiter) => {
  expect(delimiterOf(header)).toBe(delimiter)
})
