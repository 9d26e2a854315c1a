import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { jest } from '@jest/globals'
import { newId } from '@lms/contract'
import { TokenSigner, tokenHeader } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { siteService } from '../service.ts'
import { DiskStorage } from './disk.ts'
import { storageOf } from './settings.ts'
import { NoObject, StorageFull, UploadIncomplete } from './storage.ts'
import { type Answered, conformance, type Sent } from './storage-conformance.ts'

let system: TestSystem
let at = Date.now()
beforeAll(async () => {
  system = await startSystem({ services: [siteService], clock: { now: () => new Date(at) } })
})
afterAll(() => system.stop())

const runtime = () => system.services.site!.runtime

/** Sends to the service as the gateway does. */
async function send(
  school: string,
  method: string,
  url: string,
  { headers = {}, body }: Sent = {},
  as = 'gateway',
): Promise<Answered> {
  const signing = { name: as, privateKey: system.installation.signing[as]!.privateKey }
  const token = new TokenSigner(signing, () => new Date(at)).sign(
    'site',
    { kind: 'service', service: as, school },
    school,
  )
  const sent = request(`${system.addresses.site}/streams${url}`, {
    method,
    headers: { [tokenHeader]: token, ...(body ? { 'content-length': body.length } : {}), ...headers },
  })
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', async answer => {
      const responseHeaders = new Headers(answer.headers as Record<string, string>)
      resolve({ status: answer.statusCode!, headers: responseHeaders, body: await buffer(answer) })
    })
    sent.end(body)
  })
}

conformance('disk', () => ({
  storage: storageOf(runtime()),
  now: () => at,
  later: ms => {
    at += ms
  },
  send,
}))

describe('the storage in a folder', () => {
  const call = () => ({ signal: AbortSignal.timeout(20_000) })
  const folder = mkdtempSync(join(tmpdir(), 'lms-storage-'))
  const object = () => ({ key: `${newId('sch')}/${newId('fil')}`, size: 4, type: 'text/plain' })
  const disk = (options = {}) => new DiskStorage(folder, runtime().vault, options)
  const filesIn = (key: string) =>
    readdirSync(join(folder, key), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => name)

  test('keeps space free for the rest of the disk', async () => {
    const full = disk({ reserve: 2 ** 60 })
    const { key, size, type } = object()
    await expect(full.begin({ key, size, type })).rejects.toThrow(StorageFull)
    await expect(full.write({ key, size, type }, Buffer.from('some'), call())).rejects.toThrow(StorageFull)
    expect(await full.stat(key)).toBeNull()
  })

  test('keeps nothing of a part that breaks off, is too short or too long, or finds the disk full', async () => {
    const storage = disk()
    const { key, size, type } = object()
    const uploadId = await storage.begin({ key, size, type })
    const receive = (source: Readable, to = storage) =>
      to.receive({ key, uploadId }, { number: 1, size }, source, AbortSignal.timeout(20_000))
    const brokenOff = async function* () {
      yield Buffer.from('so')
      throw new Error('broken off')
    }
    await expect(receive(Readable.from(brokenOff()))).rejects.toThrow('broken off')
    await expect(receive(Readable.from([Buffer.from('som')]))).rejects.toThrow(UploadIncomplete)
    await expect(receive(Readable.from([Buffer.from('some'), Buffer.from('m')]))).rejects.toThrow(
      UploadIncomplete,
    )
    await expect(receive(Readable.from([]), disk({ reserve: 2 ** 60 }))).rejects.toThrow(StorageFull)
    expect(filesIn(key)).toEqual([])
    await expect(storage.finish({ key, size, type, uploadId })).rejects.toThrow(UploadIncomplete)
  })

  test('keeps nothing of a part for which the disk has no space left in the middle', async () => {
    const storage = disk()
    const { key, size, type } = object()
    const uploadId = await storage.begin({ key, size, type })
    const filling = async function* () {
      yield Buffer.from('so')
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    const part = { number: 1, size }
    const sent = storage.receive(
      { key, uploadId },
      part,
      Readable.from(filling()),
      AbortSignal.timeout(20_000),
    )
    await expect(sent).rejects.toThrow(StorageFull)
    expect(filesIn(key)).toEqual([])
  })

  test('answers 503 where it has no space left, and takes the part once it has', async () => {
    const storage = storageOf(runtime()) as DiskStorage
    const { key, size, type } = object()
    const [school] = key.split('/') as [string]
    const uploadId = await storage.begin({ key, size, type })
    const [link] = await storage.uploadLinks({ key, size, type, uploadId }, new Date(at + 60_000))
    const sent = { headers: link!.headers, body: Buffer.from('some') }
    const full = jest.spyOn(storage, 'receive').mockRejectedValue(new StorageFull('full'))
    const refused = await send(school, 'PUT', link!.url, sent)
    full.mockRestore()
    expect(refused.status).toBe(503)
    expect(JSON.parse(refused.body.toString()).error).toMatchObject({ reason: 'no_space_left' })
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await send(school, 'PUT', link!.url, sent)).status).toBe(204)
  })

  test('is not changed by somebody who still sends when the upload is finished', async () => {
    const storage = disk()
    const { key, size, type } = object()
    const uploadId = await storage.begin({ key, size, type })
    const receive = (source: Readable) =>
      storage.receive({ key, uploadId }, { number: 1, size }, source, AbortSignal.timeout(20_000))
    const slow = new PassThrough()
    const late = receive(slow)
    slow.write('la')
    await eventually('the late one to begin', () => filesIn(key).length === 1)
    await receive(Readable.from([Buffer.from('some')]))
    await storage.finish({ key, size, type, uploadId })
    slow.end('te')
    await expect(late).rejects.toThrow(NoObject)
    expect(await buffer(await storage.read(key, null, call()))).toEqual(Buffer.from('some'))
    expect(filesIn(key)).toEqual(['1'])
  })

  test('two who send the same part at once leave one of them whole', async () => {
    const storage = disk()
    const { key, size, type } = object()
    const uploadId = await storage.begin({ key, size, type })
    const sources = ['once', 'more'].map(text => ({ text, stream: new PassThrough() }))
    const sent = sources.map(({ stream }) =>
      storage.receive({ key, uploadId }, { number: 1, size }, stream, AbortSignal.timeout(20_000)),
    )
    for (const at of [0, 1, 2, 3]) for (const { text, stream } of sources) stream.write(text[at])
    for (const { stream } of sources) stream.end()
    await Promise.all(sent)
    await storage.finish({ key, size, type, uploadId })
    expect(['once', 'more']).toContain((await buffer(await storage.read(key, null, call()))).toString())
    expect(filesIn(key)).toEqual(['1'])
  })

  test('lists page by page in one order', async () => {
    const root = mkdtempSync(join(tmpdir(), 'lms-storage-'))
    const lone = new DiskStorage(root, runtime().vault, { page: 2 })
    // Of others on this disk.
    mkdirSync(join(root, 'lost+found', 'file'), { recursive: true })
    expect(await lone.list(null)).toEqual({ files: [], next: null })
    const [school, other] = [newId('sch'), newId('sch')].sort() as [string, string]
    const keys = [
      ...Array.from({ length: 3 }, () => `${school}/${newId('fil')}`),
      ...Array.from({ length: 2 }, () => `${other}/${newId('fil')}`),
    ]
    for (const key of keys) await lone.begin({ key, size: 1, type: 'text/plain' })
    const pages: string[][] = []
    for (let after: string | null = null; ; ) {
      const page = await lone.list(after)
      pages.push(page.files.map(file => `${file.school}/${file.id}`))
      after = page.next
      if (after === null) break
    }
    expect(pages.flat()).toEqual(keys.toSorted())
    expect(pages.every(({ length }) => length <= 2)).toBe(true)
  })

  test('takes links only from the gateway, for its school', async () => {
    const storage = storageOf(runtime())
    const { key, size, type } = object()
    const [school] = key.split('/') as [string]
    const uploadId = await storage.begin({ key, size, type }, call())
    const expiresAt = new Date(at + 60_000)
    const [link] = await storage.uploadLinks({ key, size, type, uploadId }, expiresAt)
    const sent = { headers: link!.headers, body: Buffer.from('some') }
    expect((await send(newId('sch'), 'PUT', link!.url, sent)).status).toBe(404)
    expect((await send(school, 'PUT', link!.url, sent, 'site')).status).toBe(403)
    expect((await send(school, 'PUT', link!.url, { ...sent, headers: {} })).status).toBe(400)
    expect((await send(school, 'PUT', link!.url, sent)).status).toBe(204)
  })
})
