import { newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { pixel } from '@lms/testing/examples'
import sharp from 'sharp'
import { siteService } from '../service.ts'
import { mebibyte } from '../storage/file.object.ts'
import { photograph } from '../testing/photograph.ts'
import { registryOf } from '../testing/registry.ts'
import { type Announcement, filesOf, sha256, uploadsOf } from '../testing/uploads.ts'
import { keepFilesUsedBy } from './file-use.ts'
import { fileUses } from './file-uses.ts'

let system: TestSystem
let time = Date.parse('2026-11-22T10:00:00Z')
beforeAll(async () => {
  const clock = { now: () => new Date(time) }
  system = await startSystem({ services: [siteService], clock, settings: { taskSlots: 0 } })
})
afterAll(() => system.stop())

/** Does what is due by then. */
const work = async (hours = 0) => {
  time += hours * 3600_000
  await system.services.site!.workOffTasks()
}
const school = (caller = system.caller()) => ({ caller, ...uploadsOf(system, caller) })
const call = () => ({ signal: AbortSignal.timeout(20_000) })
const refused = (reason: string) => ({ reason })

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808' } })

describe('a file', () => {
  test('is uploaded by its links, checked, and downloaded for a day', async () => {
    const { files, start, send } = school()
    const startedFile = await start(pixel, { folder: 'course/pictures', alt: 'A lake' })
    expect(startedFile).toMatchObject({
      name: 'lake.png',
      folder: 'course/pictures',
      status: 'uploading',
      sha256: null,
      version: 1,
      upload: { parts: [{ number: 1, method: 'PUT', size: pixel.length }] },
    })
    expect(Date.parse(startedFile.upload.expires_at)).toBe(time + 24 * 3600_000)
    await send(startedFile.upload.parts[0]!, pixel)
    const ready = await files.complete({ path: { id: startedFile.id } })
    expect(ready).toMatchObject({
      status: 'ready',
      problem: null,
      width: 1,
      height: 1,
      sha256: sha256(pixel),
    })
    expect(await files.get({ path: { id: startedFile.id } })).toEqual(ready)
    const link = await files.download({ path: { id: startedFile.id }, body: {} })
    expect(link.url).toMatch(/^\/files\//)
    expect(Date.parse(link.expires_at)).toBe(time + 24 * 3600_000)
  })

  test('has links at the primary domain of its school', async () => {
    const { id } = await registryOf(system).create({ body: { name: 'Ann', domains: ['files.example'] } })
    const { upload, files } = school(system.caller({ school: id as `sch_${string}` }))
    const file = await upload(pixel)
    const { url } = await files.download({ path: { id: file.id }, body: {} })
    expect(url).toMatch(/^https:\/\/files\.example\/files\//)
  })

  test('that is reported complete again is answered as it stands', async () => {
    const { upload, files } = school()
    const ready = await upload(pixel)
    expect(await files.complete({ path: { id: ready.id } })).toEqual(ready)
  })

  test('waits for missing bytes, and can be completed later', async () => {
    const { start, send, files } = school()
    const { id, upload } = await start(pixel)
    const path = { id }
    await expect(files.complete({ path })).rejects.toMatchObject({ status: 409, reason: 'upload_incomplete' })
    expect((await files.get({ path })).status).toBe('uploading')
    await expect(files.download({ path, body: {} })).rejects.toMatchObject(refused('file_not_ready'))
    await send(upload.parts[0]!, pixel)
    expect((await files.complete({ path })).status).toBe('ready')
  })

  test('larger than 64 MiB is sent in parts, and checked while nobody waits', async () => {
    const { start, sendAll, files } = school()
    const bytes = Buffer.alloc(65 * mebibyte, 'lines of text\n')
    const startedFile = await start(bytes, { name: 'log.txt', content_type: 'text/plain' })
    expect(startedFile.upload.parts.map(({ size }) => size / mebibyte)).toEqual([16, 16, 16, 16, 1])
    await sendAll(startedFile, bytes)
    const path = { id: startedFile.id }
    expect((await files.complete({ path })).status).toBe('checking')
    expect((await files.complete({ path })).status).toBe('checking')
    await work()
    expect(await files.get({ path })).toMatchObject({ status: 'ready', sha256: sha256(bytes) })
  })

  test('changes its name, folder and alt text, and nothing else', async () => {
    const { upload, files } = school()
    const { id } = await upload(pixel)
    const body = { name: 'river.png', folder: 'course', alt: 'A river' }
    expect(await files.update({ path: { id }, body })).toMatchObject(body)
    await expect(files.update({ path: { id }, body: { size: 2 } as never })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('is found by folder, name, hash, type and state', async () => {
    const { upload, start, files } = school()
    const uploadedFile = await upload(pixel, { name: 'Big Lake.png', folder: 'course' })
    await start(pixel, { name: 'other.png' })
    const queries = [{ folder: 'course' }, { q: 'big' }, { sha256: sha256(pixel) }, { status: 'ready' }]
    for (const query of queries)
      expect((await files.list({ query: query as never })).data).toEqual([uploadedFile])
    expect((await files.list({ query: { content_type: 'image/png', sort: 'name' } })).data).toHaveLength(2)
  })
})

describe('the check rejects', () => {
  const cases: [string, () => Promise<[Buffer, Announcement]> | [Buffer, Announcement], string][] = [
    ['other bytes than announced', () => [pixel, { sha256: sha256(Buffer.from('other')) }], 'hash_differs'],
    ['a picture that is none', () => [Buffer.from('<script>alert(1)</script>'), {}], 'type_differs'],
    [
      'a PDF that is called text',
      () => [Buffer.from('%PDF-1.7\n1 0 obj'), { content_type: 'text/plain' }],
      'type_differs',
    ],
    ['a broken picture', () => [pixel.subarray(0, 20), {}], 'unreadable'],
  ]
  test.each(cases)('%s', async (_, makeFile, problem) => {
    const { upload, files, storage, caller } = school()
    const rejected = await upload(...(await makeFile()))
    expect(rejected).toMatchObject({ status: 'rejected', problem })
    await expect(files.download({ path: { id: rejected.id }, body: {} })).rejects.toMatchObject(
      refused('file_not_ready'),
    )
    await work()
    expect(await storage.stat(`${caller.school}/${rejected.id}`)).toBeNull()
    await work(24 * 30)
    await expect(files.get({ path: { id: rejected.id } })).rejects.toMatchObject({ status: 404 })
  })

  test('a picture with more pixels than can be shown, without decoding it', async () => {
    const { upload } = school()
    const bomb = await picture(1, 1).png().toBuffer()
    // The size in the header, which is followed by its checksum.
    bomb.writeUInt32BE(16_000, 16)
    bomb.writeUInt32BE(16_000, 20)
    expect(await upload(bomb)).toMatchObject({ status: 'rejected', problem: 'too_many_pixels' })
  })
})

describe('a picture', () => {
  test('gets smaller pictures without what it carries besides its pixels', async () => {
    const { upload, files, storage, caller } = school()
    const bytes = await picture(1280, 640)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    expect(bytes.includes('secret place')).toBe(true)
    const { id } = await upload(bytes, { name: 'lake.jpg', content_type: 'image/jpeg' })
    await work()
    const { variants } = await files.get({ path: { id } })
    expect(variants.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['thumbnail', 240, 120],
      ['small', 640, 320],
      ['medium', 1280, 640],
    ])
    for (const { name, size } of variants) {
      const storedBytes = Buffer.concat(
        await (await storage.read(`${caller.school}/${id}/${name}`, null, call())).toArray(),
      )
      expect(storedBytes).toHaveLength(size)
      expect(storedBytes.includes('secret place')).toBe(false)
      expect((await sharp(storedBytes).metadata()).format).toBe('webp')
    }
    const { url } = await files.download({ path: { id }, body: { variant: 'small', disposition: 'inline' } })
    expect(url).toMatch(/^\/files\//)
    await expect(files.download({ path: { id }, body: { variant: 'large' } })).rejects.toMatchObject({
      status: 422,
      reason: 'variant_missing',
    })
  })

  test('that a camera has turned has the size as it is shown', async () => {
    const { upload, files } = school()
    const bytes = await picture(600, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { id, width, height } = await upload(bytes, { content_type: 'image/jpeg' })
    expect({ width, height }).toEqual({ width: 300, height: 600 })
    await work()
    expect((await files.get({ path: { id } })).variants).toMatchObject([
      { name: 'thumbnail', width: 120, height: 240 },
      { name: 'small', width: 300, height: 600 },
    ])
  })

  test('that is animated has smaller ones with all its frames', async () => {
    const { upload, files, storage, caller } = school()
    const frames = await Promise.all(
      ['red', 'green', 'blue'].map(background =>
        sharp({ create: { width: 600, height: 300, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer()
    const { id, width, height } = await upload(bytes, { name: 'a.gif', content_type: 'image/gif' })
    expect({ width, height }).toEqual({ width: 600, height: 300 })
    await work()
    expect((await files.get({ path: { id } })).variants).toMatchObject([
      { name: 'thumbnail', width: 240, height: 120 },
      { name: 'small', width: 600, height: 300 },
    ])
    const storedStream = await storage.read(`${caller.school}/${id}/small`, null, call())
    const storedBytes = Buffer.concat(await storedStream.toArray())
    expect(await sharp(storedBytes, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      pageHeight: 300,
    })
  })

  test('that is an SVG is drawn at every size, without what it could run or load', async () => {
    const { upload, files, storage, caller } = school()
    const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12" width="24" height="12">
      <script>alert(1)</script><rect width="24" height="12" fill="#0b6e4f"/>
      <image href="file:///etc/passwd" width="4" height="4"/></svg>`
    const { id, width, height } = await upload(Buffer.from(logo), {
      name: 'logo.svg',
      content_type: 'image/svg+xml',
    })
    expect({ width, height }).toEqual({ width: 24, height: 12 })
    await work()
    const { variants } = await files.get({ path: { id } })
    expect(variants.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['thumbnail', 240, 120],
      ['small', 640, 320],
      ['medium', 1280, 640],
      ['large', 2560, 1280],
    ])
    const storedStream = await storage.read(`${caller.school}/${id}/small`, null, call())
    const { dominant } = await sharp(Buffer.concat(await storedStream.toArray())).stats()
    expect(dominant.g).toBeGreaterThan(dominant.r + 50)
  })

  test('that a telephone took in HEIC gets pictures that every browser shows', async () => {
    const { upload, files, storage, caller } = school()
    const { id, width, height } = await upload(photograph, {
      name: 'IMG_0001.HEIC',
      content_type: 'image/heic',
    })
    expect({ width, height }).toEqual({ width: 640, height: 320 })
    await work()
    const { variants } = await files.get({ path: { id } })
    expect(variants.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['thumbnail', 240, 120],
      ['small', 640, 320],
    ])
    const storedStream = await storage.read(`${caller.school}/${id}/small`, null, call())
    const storedImage = sharp(Buffer.concat(await storedStream.toArray()))
    const half = async (left: number) => {
      const cut = await storedImage.clone().extract({ left, top: 0, width: 300, height: 320 }).toBuffer()
      return (await sharp(cut).stats()).dominant
    }
    const [green, red] = [await half(0), await half(340)]
    expect(green.g).toBeGreaterThan(green.r + 50)
    expect(red.r).toBeGreaterThan(red.g + 50)
  })

  test('gets smaller ones after hours without the storage', async () => {
    const { upload, files, storage } = school()
    const bytes = await picture(300, 300).png().toBuffer()
    const read = storage.read.bind(storage)
    const { id } = await upload(bytes)
    storage.read = () => Promise.reject(new Error('The storage is away.'))
    for (let tries = 0; tries < 9; tries++) await work(0.25)
    storage.read = read
    await work(0.25)
    expect((await files.get({ path: { id } })).variants).toHaveLength(2)
  })

  test('that was broken in HEIC stays a file', async () => {
    const { upload, files } = school()
    const broken = Buffer.from(photograph).fill(7, photograph.indexOf('mdat') + 4)
    const { id, status } = await upload(broken, { name: 'a.heic', content_type: 'image/heic' })
    expect(status).toBe('ready')
    await work()
    expect((await files.get({ path: { id } })).variants).toEqual([])
  })

  test('that is an SVG which cannot be drawn stays a file', async () => {
    const { upload, files } = school()
    const endless = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="a"/><use href="data:,x"`
    const broken = await upload(Buffer.from(endless), { name: 'a.svg', content_type: 'image/svg+xml' })
    expect(broken).toMatchObject({ status: 'rejected', problem: 'unreadable' })
    const rest = ' '.repeat(1024 * 1024)
    const large = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${rest}</svg>`)
    const { id, width } = await upload(large, { name: 'b.svg', content_type: 'image/svg+xml' })
    expect(width).toBeNull()
    await work()
    expect(await files.get({ path: { id } })).toMatchObject({ status: 'ready', variants: [] })
  })

  test('that cannot be decoded stays without smaller ones', async () => {
    const { upload, files } = school()
    const bytes = await picture(1000, 1000).png().toBuffer()
    const { id, status } = await upload(bytes.fill(7, bytes.indexOf('IDAT') + 4, bytes.length - 12))
    expect(status).toBe('ready')
    await work()
    expect((await files.get({ path: { id } })).variants).toEqual([])
  })
})

describe('a deletion', () => {
  test('removes the bytes, and ends the links', async () => {
    const { upload, start, send, files, storage, caller } = school()
    const { id } = await upload(pixel)
    const startedFile = await start(pixel)
    for (const each of [id, startedFile.id])
      expect(await files.delete({ path: { id: each } })).toEqual({ id: each, deleted: true })
    await expect(files.get({ path: { id } })).rejects.toMatchObject({ status: 404 })
    await work()
    expect(await storage.stat(`${caller.school}/${id}`)).toBeNull()
    await expect(send(startedFile.upload.parts[0]!, pixel)).rejects.toThrow()
  })

  test('is refused while something uses the file', async () => {
    const { upload, files } = school()
    const { id } = await upload(pixel)
    const page = newId('pag')
    keepFilesUsedBy([async file => (file === id ? [page] : [])])
    try {
      await expect(files.delete({ path: { id } })).rejects.toMatchObject({
        status: 409,
        reason: 'file_in_use',
        details: [{ path: 'id', message: `${page} uses this file` }],
      })
    } finally {
      keepFilesUsedBy(fileUses)
    }
    await files.delete({ path: { id } })
  })

  test('during the check ends it', async () => {
    const { upload, files } = school()
    const { id } = await upload(Buffer.alloc(65 * mebibyte, 'text\n'), { content_type: 'text/plain' })
    await files.delete({ path: { id } })
    await work()
    await expect(files.get({ path: { id } })).rejects.toMatchObject({ status: 404 })
  })
})

test('another school does not reach a file by any operation', async () => {
  const { id } = await school().upload(pixel)
  const path = { id }
  const theirs = filesOf(system, system.caller())
  for (const attempt of [
    () => theirs.get({ path }),
    () => theirs.update({ path, body: { name: 'mine.png' } }),
    () => theirs.complete({ path }),
    () => theirs.download({ path, body: {} }),
    () => theirs.delete({ path }),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 404 })
})
