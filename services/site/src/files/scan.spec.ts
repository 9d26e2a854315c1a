import { createServer, type Server, type Socket } from 'node:net'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { siteService } from '../service.ts'
import { mebibyte } from '../storage/file.object.ts'
import { uploadsOf } from '../testing/uploads.ts'
import { collectOrphans } from './collect-orphans.ts'
import { clamd as scanner } from './scan.ts'

/** Text that this double of clamd finds harmful. */
const harmful = 'HARMFUL'

/** A double of clamd, by the public description of its command INSTREAM (clamd(8)). */
class Clamd {
  /** The bytes of each stream that ended. */
  readonly streams: Buffer[] = []
  /** StreamMaxLength. */
  most = Number.POSITIVE_INFINITY
  /** What happens at each stream before it is taken. */
  begins = () => {}
  #server: Server

  constructor() {
    this.#server = createServer(socket => void this.#serve(socket).catch(() => socket.destroy()))
  }
  async listen(port = 0): Promise<number> {
    await new Promise<void>(resolve => this.#server.listen(port, '127.0.0.1', resolve))
    return (this.#server.address() as { port: number }).port
  }
  close(): Promise<void> {
    return new Promise(resolve => this.#server.close(() => resolve()))
  }

  async #serve(socket: Socket): Promise<void> {
    let bytes = Buffer.alloc(0)
    const pieces: Buffer[] = []
    let hasBegun = false
    let sum = 0
    for await (const piece of socket) {
      bytes = Buffer.concat([bytes, piece])
      if (!hasBegun) {
        if (bytes.length < 10) continue
        if (bytes.subarray(0, 10).toString() !== 'zINSTREAM\0') return void socket.end('UNKNOWN COMMAND\0')
        hasBegun = true
        this.begins()
        bytes = bytes.subarray(10)
      }
      while (bytes.length >= 4) {
        const length = bytes.readUInt32BE()
        if (length === 0) {
          const stream = Buffer.concat(pieces)
          this.streams.push(stream)
          const isHarmful = stream.includes(harmful)
          return void socket.end(isHarmful ? 'stream: Test.Signature FOUND\0' : 'stream: OK\0')
        }
        if (bytes.length < 4 + length) break
        pieces.push(bytes.subarray(4, 4 + length))
        sum += length
        if (sum > this.most) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
        bytes = bytes.subarray(4 + length)
      }
    }
  }
}

let system: TestSystem
let clamd: Clamd
let port: number
let time = Date.parse('2026-11-22T10:00:00Z')
beforeAll(async () => {
  clamd = new Clamd()
  port = await clamd.listen()
  system = await startSystem({
    services: [siteService],
    clock: { now: () => new Date(time) },
    settings: { taskSlots: 0, settings: { LMS_CLAMAV: `127.0.0.1:${port}`, LMS_CLAMAV_MEBIBYTES: '1' } },
  })
})
afterAll(async () => {
  await system.stop()
  await clamd.close()
})

const work = async (seconds: number) => {
  time += seconds * 1000
  await system.services.site!.workOffTasks()
}
const text = { name: 'notes.txt', content_type: 'text/plain' }
const call = () => ({ signal: AbortSignal.timeout(60_000) })
const uploads = () => uploadsOf(system, system.caller())

test('a harmful file is rejected, a harmless one is ready', async () => {
  const { upload } = uploads()
  expect(await upload(Buffer.from(`so ${harmful}!`), text)).toMatchObject({
    status: 'rejected',
    problem: 'infected',
  })
  expect(await upload(Buffer.from('harmless'), text)).toMatchObject({ status: 'ready' })
})

test('the scanner gets the first bytes of a large file, as many as it takes', async () => {
  clamd.most = mebibyte
  const bytes = Buffer.alloc(3 * mebibyte, 'many lines\n')
  expect(await uploads().upload(bytes, text)).toMatchObject({ status: 'ready' })
  expect(clamd.streams.at(-1)).toEqual(bytes.subarray(0, mebibyte))
})

test('a file waits for a scanner that breaks off, or is away', async () => {
  const { upload, files } = uploads()
  clamd.most = 3
  const { id, status } = await upload(Buffer.from('harmless'), text)
  expect(status).toBe('checking')
  await clamd.close()
  // Two hours: the bytes are here, and nobody sends them again.
  for (let tries = 0; tries < 24; tries++) await work(300)
  expect((await files.get({ path: { id } })).status).toBe('checking')
  clamd = new Clamd()
  await clamd.listen(port)
  // The longest pause, with its jitter.
  await work(750)
  expect((await files.get({ path: { id } })).status).toBe('ready')
})

test('the scanner has its answer before the rest of a large file is read', async () => {
  const scanning = await scanner({ host: '127.0.0.1', port }, 10).begin(call())
  const before = clamd.streams.length
  await scanning.write(Buffer.from(`${harmful} and more`))
  await eventually('the end of its stream', () => clamd.streams.length > before)
  await scanning.write(Buffer.from('the rest'))
  expect(await scanning.end()).toBe(true)
  scanning.close()
})

test('a scanner that is away ends the reading of a file at its beginning', async () => {
  await clamd.close()
  const scanning = await scanner({ host: '127.0.0.1', port }, mebibyte).begin(call())
  await eventually('the end', () =>
    scanning.write(Buffer.alloc(10)).then(
      () => null,
      ({ code }) => code === 'ECONNREFUSED',
    ),
  )
  scanning.close()
  clamd = new Clamd()
  await clamd.listen(port)
})

test('one that cannot be scanned at all keeps its bytes after the last try, to be checked again', async () => {
  const caller = system.caller()
  const { upload, files, storage } = uploadsOf(system, caller)
  await clamd.close()
  const { id } = await upload(Buffer.from('harmless'), text)
  for (let tries = 0; tries < 40; tries++) await work(3600)
  expect(await files.get({ path: { id } })).toMatchObject({ status: 'rejected', problem: 'unchecked' })
  clamd = new Clamd()
  await clamd.listen(port)
  await collectOrphans(system.services.site!.runtime)
  expect(await files.complete({ path: { id } })).toMatchObject({ status: 'ready', problem: null })
  // It is not forgotten with those that stay rejected.
  await work(31 * 86_400)
  expect(await files.get({ path: { id } })).toMatchObject({ status: 'ready' })
  expect(await storage.stat(`${caller.school}/${id}`)).not.toBeNull()
})

describe('a large file', () => {
  const large = Buffer.alloc(65 * mebibyte, 'many lines\n')

  test('whose check uses up its time is given up after three tries', async () => {
    const { upload, files } = uploads()
    let tries = 0
    clamd.begins = () => {
      tries++
      time += 900_000
      throw new Error('It hangs.')
    }
    const { id } = await upload(large, text)
    for (let hour = 0; hour < 12; hour++) await work(3600)
    expect(tries).toBe(3)
    expect(await files.get({ path: { id } })).toMatchObject({ status: 'rejected', problem: 'unchecked' })
    clamd.begins = () => {}
  })

  test('waits for hours for a scanner that is away', async () => {
    const { upload, files } = uploads()
    await clamd.close()
    const { id } = await upload(large, text)
    for (let hour = 0; hour < 12; hour++) await work(900)
    expect((await files.get({ path: { id } })).status).toBe('checking')
    clamd = new Clamd()
    await clamd.listen(port)
    await work(750)
    expect((await files.get({ path: { id } })).status).toBe('ready')
  })
})
