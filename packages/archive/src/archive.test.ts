import { ZipFile } from 'yazl'
import { type Archive, ArchiveRefused, openArchive } from './archive.ts'

type Added = [name: string, content: Buffer | string, options?: object]

async function zipped(...entries: readonly Added[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content, options] of entries) zip.addBuffer(Buffer.from(content), name, options)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
const opened = (bytes: Buffer): Promise<Archive> =>
  openArchive(async ({ start, length }) => bytes.subarray(start, start + length), bytes.length, sender)
const sender = { school: 'sch_1' }
/** Other text of the same length in the headers of an archive. */
const patched = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

test('an archive gives the bytes of its entries, and null for others', async () => {
  const archive = await opened(await zipped(['a.json', '{}'], ['folder/b.txt', 'x'.repeat(3_000_000)]))
  expect(archive.paths).toEqual(['a.json', 'folder/b.txt'])
  expect(String(await archive.bytes('a.json'))).toBe('{}')
  expect(await archive.bytes('c')).toBeNull()
})

test('an entry is read in parts, up to a number of bytes', async () => {
  const archive = await opened(await zipped(['a.txt', 'x'.repeat(1_000_000)]))
  const read = async (most: number) => {
    let bytes = 0
    for await (const part of archive.parts('a.txt', most)!) bytes += part.length
    return bytes
  }
  expect(await read(1_000_000)).toBe(1_000_000)
  await expect(read(999_999)).rejects.toThrow(ArchiveRefused)
  expect(archive.parts('b.txt', 1)).toBeNull()
})

const good = () => zipped(['aa/evil.json', '{}'], ['b.json', '{}'])
test.each<[string, () => Promise<Buffer>]>([
  ['a path above the archive', async () => patched(await good(), 'aa/evil', '../evil')],
  ['an absolute path', async () => patched(await good(), 'aa/evil', '/a/evil')],
  ['a backslash', async () => patched(await good(), 'aa/evil', 'aa\\evil')],
  ['a drive', async () => patched(await good(), 'aa/evil', 'C:/evil')],
  ['a link', () => zipped(['a', 'b', { mode: 0o120777 }])],
  ['names that differ by case', () => zipped(['A.json', '{}'], ['a.json', '{}'])],
  ['names that differ by the form of a letter', () => zipped(['\u00e9', '1'], ['e\u0301', '2'])],
  [
    'more entries than 20,000',
    () => zipped(...Array.from({ length: 20_001 }, (_, at): Added => [`${at}`, '', { compress: false }])),
  ],
  ['bytes of another kind', async () => Buffer.from('no archive at all, only text')],
  ['an end in the middle', async () => (await good()).subarray(0, 60)],
])('an archive with %s is refused', async (_, make) => {
  await expect(opened(await make())).rejects.toBeInstanceOf(ArchiveRefused)
})

test('an archive whose entries overlap is refused', async () => {
  const bytes = await zipped(
    ['a', 'x'.repeat(100), { compress: false }],
    ['b', 'y'.repeat(100), { compress: false }],
  )
  // The offset of the second entry in the directory becomes that of the first.
  const second = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  bytes.writeUInt32LE(10, second + 42)
  await expect(opened(bytes)).rejects.toBeInstanceOf(ArchiveRefused)
})

test('an entry that unpacks to far more than its packed bytes is refused while it is read', async () => {
  const archive = await opened(await zipped(['bomb', Buffer.alloc(12 * 1024 * 1024)]))
  await expect(archive.bytes('bomb')).rejects.toBeInstanceOf(ArchiveRefused)
  const large = await opened(await zipped(['large', Buffer.alloc(17 * 1024 * 1024), { compress: false }]))
  await expect(large.bytes('large')).rejects.toBeInstanceOf(ArchiveRefused)
})

test('what the storage throws is no fault of the archive', async () => {
  const failRead = async () => Promise.reject(new TypeError('storage is away'))
  await expect(openArchive(failRead, 1000, sender)).rejects.toThrow(TypeError)
})

test('a directory of more bytes than one part is read from where it begins', async () => {
  const names = Array.from({ length: 3000 }, (_, at): Added => [`${at}/${'n'.repeat(500)}`, `${at}`])
  const archive = await opened(await zipped(...names))
  expect(archive.paths).toHaveLength(3000)
  expect(String(await archive.bytes(names[2999]![0]))).toBe('2999')
})

test.each<[string, (bytes: Buffer) => void]>([
  ['says less than it unpacks to', bytes => bytes.writeUInt32LE(1, bytes.lastIndexOf('PK\x01\x02') + 24)],
  ['says more than it unpacks to', bytes => bytes.writeUInt32LE(99, bytes.lastIndexOf('PK\x01\x02') + 24)],
  ['is packed in an unknown way', bytes => bytes.writeUInt16LE(99, bytes.lastIndexOf('PK\x01\x02') + 10)],
  ['has no header of its own', bytes => bytes.writeUInt32LE(0, 0)],
  ['has bytes that nobody packed', bytes => bytes.fill(0xff, 31, 36)],
])('an entry that %s is refused', async (_, change) => {
  const bytes = await zipped(['a', 'hello '.repeat(50)])
  change(bytes)
  const archive = await opened(bytes)
  await expect(archive.bytes('a')).rejects.toBeInstanceOf(ArchiveRefused)
})
