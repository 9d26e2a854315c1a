import { unzip } from '../testing/unzip.ts'
import { emptyZip, emptyZip64, ZipWriter } from './zip.ts'

test.each([
  ['32', emptyZip],
  ['64', emptyZip64],
])('a file with %s bits is written in steps, and read by others', async (_, empty) => {
  let state = empty()
  const parts: Buffer[] = []
  const step = (write: (zip: ZipWriter) => void) => {
    state = JSON.parse(JSON.stringify(state))
    const zip = new ZipWriter(state)
    write(zip)
    parts.push(zip.take())
  }
  step(zip => zip.begin('one/näme.txt'))
  step(zip => zip.add('first '))
  step(zip => {
    zip.add(Buffer.from('second'), { pack: false })
    zip.end()
  })
  step(zip => zip.writeEntry('empty', ''))
  step(zip => zip.close())
  const entries = await unzip(Buffer.concat(parts))
  expect([...entries].map(([name, bytes]) => [name, bytes.toString()])).toEqual([
    ['one/näme.txt', 'first second'],
    ['empty', ''],
  ])
})

test('entries beyond 4 GiB have their place with 64 bits', () => {
  const offset = 5 * 2 ** 32
  const zip = new ZipWriter({ ...emptyZip64(), offset })
  zip.directory([{ name: 'x', offset: offset - 9, crc: 1, packed: 2 ** 33, size: 2 ** 34 }])
  zip.finish({ count: 70_000, start: offset })
  const bytes = zip.take()
  expect([51, 59, 67].map(at => Number(bytes.readBigUInt64LE(at)))).toEqual([2 ** 34, 2 ** 33, offset - 9])
  const end = 46 + 1 + 28
  expect([24, 32, 40, 48].map(at => Number(bytes.readBigUInt64LE(end + at)))).toEqual([
    70_000,
    70_000,
    end,
    offset,
  ])
})
