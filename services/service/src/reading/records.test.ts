import fc from 'fast-check'
import { csvLine } from '../formats/csv.ts'
import { LocalTime } from '../formats/local-time.ts'
import { delimiterOf, fieldsOf, recordsIn } from './records.ts'

const utc = new LocalTime('UTC')
const csv = { encoding: 'utf-8', delimiter: ',' }
const cell = fc.string().filter(text => !/^[=+\-@\t\r＝＋－＠]/.test(text))

test('what a csv was written from is read from it, wherever the part ends', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      rows => {
        const bytes = Buffer.from(rows.map(row => csvLine(row, utc)).join(''))
        const records = recordsIn(bytes, csv, { most: 100, isEnd: true })
        const read = records.map(({ start, end }) => fieldsOf(bytes.subarray(start, end).toString(), ','))
        expect(read).toEqual(rows)
        const cut = Math.floor(bytes.length / 2)
        const first = recordsIn(bytes.subarray(0, cut), csv, { most: 100, isEnd: false })
        expect(first).toEqual(records.slice(0, first.length))
      },
    ),
  )
})

test.each(['utf-16le', 'utf-16be'])('records of %s end at its line ends', encoding => {
  const bytes = Buffer.from('a;"x\ny"\r\nb;c', 'utf16le')
  if (encoding === 'utf-16be') bytes.swap16()
  const texts = recordsIn(bytes, { encoding, delimiter: ';' }, { most: 9, isEnd: true }).map(
    ({ start, end }) => new TextDecoder(encoding).decode(bytes.subarray(start, end)),
  )
  expect(texts).toEqual(['a;"x\ny"', 'b;c'])
})

test.each(['utf-8', 'utf-16le'])('a quote within a field of %s draws no other row into its row', encoding => {
  const text = 'a@x.org,6" tall\r\nb@x.org,"Jim ""J"" B"\r\nc@x.org,"x"y"z\r\nd@x.org,5" small\n'
  const bytes = Buffer.from(text, encoding === 'utf-8' ? 'utf-8' : 'utf16le')
  const decoder = new TextDecoder(encoding)
  const rows = recordsIn(bytes, { encoding, delimiter: ',' }, { most: 9, isEnd: true }).map(
    ({ start, end }) => fieldsOf(decoder.decode(bytes.subarray(start, end)), ','),
  )
  expect(rows).toEqual([
    ['a@x.org', '6" tall'],
    ['b@x.org', 'Jim "J" B'],
    ['c@x.org', 'xy"z'],
    ['d@x.org', '5" small'],
  ])
})

test('a record whose quote is never closed is known as open', () => {
  const bytes = Buffer.from('a,b\nc,"d\ne,f\n')
  const records = recordsIn(bytes, csv, { most: 9, isEnd: true })
  expect(records.map(({ isOpen }) => isOpen)).toEqual([false, true])
})

test.each([
  ['a,b,c', 'comma'],
  ['a;b,c;d', 'semicolon'],
  ['"a;b;c"\tb', 'tab'],
])('the delimiter of %j is %j', (header, delimiter) => {
  expect(delimiterOf(header)).toBe(delimiter)
})
