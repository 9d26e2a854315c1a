// What every storage does, over the network or on a disk. `storage.spec.ts` asks it of each adapter.
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { newId } from '@lms/contract'
import { mebibyte } from './file.object.ts'
import { NoObject, partsOf, type Storage, type Upload, UploadIncomplete, type UploadLink } from './storage.ts'

/** An adapter under test, and how a client of a school uses its links. */
export interface Tried {
  readonly storage: Storage
  /** The storage's clock, in milliseconds since 1970. */
  now(): number
  /** Sets the clock forward. */
  later(ms: number): void
  /** Sends or fetches as a client outside does; paths are at the address of this school. */
  send(school: string, method: string, url: string, options?: Sent): Promise<Answered>
}
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

const call = () => ({ signal: AbortSignal.timeout(20_000) })
const hour = 3_600_000

export function conformance(name: string, tried: () => Tried): void {
  const type = 'video/mp4'
  const newSchool = () => newId('sch') as string
  const newKey = (school = newSchool()) => `${school}/${newId('fil')}`
  const schoolOf = (key: string) => key.split('/')[0]!
  const soon = (ms = hour) => new Date(tried().now() + ms)

  async function begin(size: number, key = newKey()): Promise<{ upload: Upload; links: UploadLink[] }> {
    const { storage } = tried()
    const object = { key, size, type }
    const upload = { ...object, uploadId: await storage.begin(object, call()) }
    return { upload, links: await storage.uploadLinks(upload, soon()) }
  }
  const put = (key: string, { method, url, headers }: UploadLink, body: Buffer) =>
    tried().send(schoolOf(key), method, url, { headers, body })
  async function stored(bytes: Buffer, key = newKey()): Promise<string> {
    const { upload, links } = await begin(bytes.length, key)
    expect((await put(key, links[0]!, bytes)).status).toBeLessThan(300)
    await tried().storage.finish(upload, call())
    return key
  }
  const bytesAt = async (key: string, range: { start: number; end: number } | null = null) =>
    buffer(await tried().storage.read(key, range, call()))
  const download = (key: string, of: Partial<Parameters<Storage['downloadLink']>[1]> = {}) =>
    tried().storage.downloadLink(key, {
      name: 'lesson.mp4',
      type,
      disposition: 'attachment',
      expiresAt: soon(),
      ...of,
    })

  describe(`the storage of the kind ${name}`, () => {
    test('takes a file by its link and gives it back by another', async () => {
      const bytes = randomBytes(100_000)
      const key = await stored(bytes)
      expect(await tried().storage.stat(key, call())).toMatchObject({ size: bytes.length })
      expect((await bytesAt(key)).equals(bytes)).toBe(true)
      const answer = await tried().send(schoolOf(key), 'GET', await download(key))
      expect(answer.status).toBe(200)
      expect(answer.body.equals(bytes)).toBe(true)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename=lesson.mp4')
    })

    test('takes a file of the platform’s own in parts of one size, one of them twice', async () => {
      const { storage } = tried()
      const bytes = randomBytes(11 * mebibyte)
      const object = { key: newKey(), size: bytes.length, type }
      const upload = { ...object, uploadId: await storage.begin(object, call()) }
      const parts = [5 * mebibyte, 5 * mebibyte, mebibyte]
      const write = (number: number) => {
        const start = (number - 1) * parts[0]!
        const size = parts[number - 1]!
        const source = Readable.from([bytes.subarray(start, start + size)], { objectMode: false })
        return storage.writePart(upload, { number, size }, source, call())
      }
      for (const number of [1, 3, 1]) await write(number)
      await expect(storage.finish({ ...upload, parts }, call())).rejects.toThrow(UploadIncomplete)
      await write(2)
      await storage.finish({ ...upload, parts }, call())
      expect((await bytesAt(object.key)).equals(bytes)).toBe(true)
    })

    test('takes a large file in parts, in any order, one of them twice', async () => {
      const size = 70 * mebibyte
      const bytes = Buffer.alloc(size, createHash('sha512').update('a large file').digest())
      bytes.writeUInt32BE(1, 0)
      const { upload, links } = await begin(size)
      expect(links.map(link => link.size)).toEqual(partsOf(size))
      const starts = links.map(({ number }) => (number - 1) * links[0]!.size)
      const order = [...links.toReversed(), links[1]!]
      for (const link of order) {
        const from = starts[link.number - 1]!
        const sent = await put(upload.key, link, bytes.subarray(from, from + link.size))
        expect(sent.status).toBeLessThan(300)
      }
      await tried().storage.finish(upload, call())
      const hash = createHash('sha256')
      for await (const piece of await tried().storage.read(upload.key, null, call())) hash.update(piece)
      expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
      const across = { start: starts[1]! - 5, end: starts[2]! + 5 }
      // Jest compares large buffers for minutes.
      expect((await bytesAt(upload.key, across)).equals(bytes.subarray(across.start, across.end + 1))).toBe(
        true,
      )
    }, 60_000)

    test('gives ranges', async () => {
      const bytes = randomBytes(1000)
      const key = await stored(bytes)
      expect(await bytesAt(key, { start: 0, end: 0 })).toEqual(bytes.subarray(0, 1))
      expect(await bytesAt(key, { start: 990, end: 999 })).toEqual(bytes.subarray(990))
      const answer = await tried().send(schoolOf(key), 'GET', await download(key), {
        headers: { range: 'bytes=10-19' },
      })
      expect(answer.status).toBe(206)
      expect(answer.headers.get('content-range')).toBe('bytes 10-19/1000')
      expect(answer.body).toEqual(bytes.subarray(10, 20))
    })

    test('has no object before the upload is finished, and none of which a part is missing', async () => {
      const { storage } = tried()
      const size = 65 * mebibyte
      const { upload, links } = await begin(size)
      await put(upload.key, links[0]!, Buffer.alloc(links[0]!.size))
      await expect(storage.finish(upload, call())).rejects.toThrow(UploadIncomplete)
      expect(await storage.stat(upload.key, call())).toBeNull()
      await expect(storage.read(upload.key, null, call())).rejects.toThrow(NoObject)
      expect((await tried().send(schoolOf(upload.key), 'GET', await download(upload.key))).status).toBe(404)
    }, 60_000)

    test('takes exactly the announced bytes', async () => {
      const { upload, links } = await begin(10)
      for (const length of [0, 9, 11])
        expect((await put(upload.key, links[0]!, Buffer.alloc(length))).status).toBeGreaterThanOrEqual(400)
      await expect(tried().storage.finish(upload, call())).rejects.toThrow(UploadIncomplete)
    })

    test('takes a part once more before the upload is finished, and no more after it', async () => {
      const { upload, links } = await begin(4)
      await put(upload.key, links[0]!, Buffer.from('once'))
      await put(upload.key, links[0]!, Buffer.from('more'))
      await tried().storage.finish(upload, call())
      const late = await put(upload.key, links[0]!, Buffer.from('late'))
      expect(late.status).toBeGreaterThanOrEqual(400)
      expect((await bytesAt(upload.key)).toString()).toBe('more')
    })

    test('finishes and removes as often as asked', async () => {
      const { storage } = tried()
      const { upload, links } = await begin(4)
      await put(upload.key, links[0]!, Buffer.from('once'))
      await storage.finish(upload, call())
      await storage.finish(upload, call())
      expect((await bytesAt(upload.key)).toString()).toBe('once')
      await storage.remove(upload.key, call())
      await storage.remove(upload.key, call())
      expect(await storage.stat(upload.key, call())).toBeNull()
    })

    test('removes everything of a school, finished or not, and nothing of another', async () => {
      const { storage } = tried()
      const [school, other] = [newSchool(), await stored(randomBytes(10))]
      const key = await stored(randomBytes(10), newKey(school))
      await storage.write({ key: `${key}/small`, size: 3, type }, Buffer.from('abc'), call())
      await begin(10, newKey(school))
      let found = 0
      for (let count = 1; count > 0; found += count) count = await storage.removeSome(school, call())
      expect(found).toBeGreaterThan(1)
      expect(await storage.stat(key, call())).toBeNull()
      expect(await storage.stat(`${key}/small`, call())).toBeNull()
      expect(await storage.stat(other, call())).toMatchObject({ size: 10 })
      await expect(storage.removeSome('sch_1/..', call())).rejects.toThrow('no school')
    })

    test('removes a file with its variants and its unfinished upload, and nothing else', async () => {
      const { storage } = tried()
      const school = newSchool()
      const key = await stored(Buffer.from('the file'), newKey(school))
      const neighbour = await stored(Buffer.from('another'), newKey(school))
      const small = { key: `${key}/small`, size: 5, type: 'image/webp' }
      await storage.write(small, Buffer.from('small'), call())
      const { upload, links } = await begin(4, newKey(school))
      await put(upload.key, links[0]!, Buffer.from('some'))
      await storage.remove(key, call())
      await storage.remove(upload.key, call())
      expect(await storage.stat(key, call())).toBeNull()
      expect(await storage.stat(small.key, call())).toBeNull()
      expect((await put(upload.key, links[0]!, Buffer.from('late'))).status).toBeGreaterThanOrEqual(400)
      await expect(storage.finish(upload, call())).rejects.toThrow(UploadIncomplete)
      expect((await bytesAt(neighbour)).toString()).toBe('another')
    })

    test('writes a variant, and writes it again', async () => {
      const { storage } = tried()
      const key = `${await stored(Buffer.from('the file'))}/small`
      for (const text of ['small', 'smaller']) {
        const bytes = Buffer.from(text)
        await storage.write({ key, size: bytes.length, type: 'image/webp' }, bytes, call())
        expect((await bytesAt(key)).toString()).toBe(text)
      }
    })

    test('has links that expire', async () => {
      const { upload, links } = await begin(4)
      const key = await stored(Buffer.from('file'))
      const link = await download(key)
      tried().later(hour + 1000)
      expect((await put(upload.key, links[0]!, Buffer.from('late'))).status).toBeGreaterThanOrEqual(400)
      expect((await tried().send(schoolOf(key), 'GET', link)).status).toBeGreaterThanOrEqual(400)
    })

    test('has links that cannot be used for anything else', async () => {
      const one = await begin(4)
      const other = await begin(4)
      const key = await stored(Buffer.from('file'))
      const fetching = await download(key)
      const school = schoolOf(key)
      const refused = [
        await tried().send(schoolOf(one.upload.key), 'GET', one.links[0]!.url),
        await tried().send(schoolOf(one.upload.key), 'DELETE', one.links[0]!.url),
        await tried().send(school, 'PUT', fetching, { body: Buffer.from('else') }),
        await tried().send(school, 'DELETE', fetching),
        await tried().send(school, 'GET', mixed(fetching, other.links[0]!.url)),
        await tried().send(schoolOf(one.upload.key), 'PUT', mixed(one.links[0]!.url, other.links[0]!.url), {
          headers: one.links[0]!.headers,
          body: Buffer.from('else'),
        }),
      ]
      expect(refused.map(({ status }) => Math.floor(status / 100))).toEqual(refused.map(() => 4))
      expect((await bytesAt(key)).toString()).toBe('file')
    })

    test('shows only types that are safe to show', async () => {
      const key = await stored(Buffer.from('<script>'))
      const dispositionOf = async (contentType: string) => {
        const link = await download(key, { type: contentType, disposition: 'inline', name: 'näme".html' })
        const { headers } = await tried().send(schoolOf(key), 'GET', link)
        return headers.get('content-disposition')!.split(';')
      }
      expect((await dispositionOf('image/png'))[0]).toBe('inline')
      for (const harmful of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml'])
        expect((await dispositionOf(harmful))[0]).toBe('attachment')
      expect((await dispositionOf('text/html')).at(-1)).toBe(" filename*=UTF-8''n%C3%A4me%22.html")
    })

    test('lists the files with bytes or an unfinished upload, page by page', async () => {
      const school = newSchool()
      const key = await stored(Buffer.from('file'), newKey(school))
      await tried().storage.write(
        { key: `${key}/small`, size: 5, type: 'image/webp' },
        Buffer.from('small'),
        call(),
      )
      const { upload } = await begin(4, newKey(school))
      const fileKeys: string[] = []
      let after: string | null = null
      do {
        const page = await tried().storage.list(after, call())
        fileKeys.push(...page.files.filter(file => file.school === school).map(({ id }) => `${school}/${id}`))
        after = page.next
      } while (after !== null)
      expect(fileKeys.sort()).toEqual([key, upload.key].sort())
    })

    test.each(['../../etc/passwd', 'sch_1/fil_1', '/', `${newId('sch')}/${newId('fil')}/../x`])(
      'knows no key %j',
      async key => {
        const { storage } = tried()
        await expect(storage.stat(key, call())).rejects.toThrow('no key')
        await expect(storage.remove(key, call())).rejects.toThrow('no key')
        await expect(storage.begin({ key, size: 1, type }, call())).rejects.toThrow('no key')
      },
    )
  })
}

/** A link with the signature of another. */
function mixed(link: string, other: string): string {
  const [, own, , otherSignature] = [...(signed.exec(link) ?? []), ...(signed.exec(other) ?? [])]
  expect(own).toBeDefined()
  return link.replace(own!, otherSignature!)
}
const signed = /(?:X-Amz-Signature=|\.)([\w-]{40,})(?:$|&)/
