import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { newId } from '@lms/contract'
import { type S3Double, startS3Double } from '../testing/s3-double.ts'
import { S3Storage } from './s3.ts'
import { originOf } from './s3-address.ts'
import { StorageFull } from './storage.ts'
import { type Answered, conformance, type Sent } from './storage-conformance.ts'

let double: S3Double
let storage: S3Storage
let later = 0
const now = () => Date.now() + later
beforeAll(async () => {
  double = await startS3Double()
  const { bucket, credentials } = double
  const { region } = credentials
  const options = { bucket, region, endpoint: double.url, pathStyle: true, credentials }
  storage = new S3Storage({ ...options, clock: { now: () => new Date(now()) } })
})
afterAll(() => double.stop())
afterEach(() => {
  double.fails = null
})

/** Like a client outside: whatever the school, links lead to the store. */
async function send(
  _: string,
  method: string,
  url: string,
  { headers = {}, body }: Sent = {},
): Promise<Answered> {
  // Links are presigned at the injected time; the SDK signs its own requests at that of the machine.
  double.now = now
  const sent = request(url, {
    method,
    headers: { ...(body ? { 'content-length': body.length } : {}), ...headers },
  })
  return new Promise<Answered>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', async answer => {
      const responseHeaders = new Headers(answer.headers as Record<string, string>)
      resolve({ status: answer.statusCode!, headers: responseHeaders, body: await buffer(answer) })
    })
    sent.end(body)
  }).finally(() => {
    double.now = Date.now
  })
}

conformance('s3', () => ({
  storage,
  now,
  later: ms => {
    later += ms
  },
  send,
}))

describe('the storage in a bucket', () => {
  test('lists nothing that others have in it', async () => {
    const { bucket: Bucket, credentials, url: endpoint } = double
    const { region } = credentials
    const client = new S3Client({ region, endpoint, forcePathStyle: true, credentials })
    await client.send(new PutObjectCommand({ Bucket, Key: 'backups/monday', Body: 'bytes' }))
    const { files } = await storage.list(null, { signal: AbortSignal.timeout(5000) })
    expect(files.map(({ school }) => school)).not.toContain('backups')
  })

  const call = () => ({ signal: AbortSignal.timeout(20_000) })
  const type = 'video/mp4'
  const newKey = () => `${newId('sch')}/${newId('fil')}`
  const until = () => new Date(now() + 3_600_000)

  test('signs the method, the object, the part and the length of an upload', async () => {
    const object = { key: newKey(), size: 4, type }
    const uploadId = await storage.begin(object, call())
    const [link] = await storage.uploadLinks({ ...object, uploadId }, until())
    const url = new URL(link!.url)
    const signed = url.searchParams.get('X-Amz-SignedHeaders')
    expect(signed?.split(';')).toEqual(['content-length', 'host'])
    const changes: [string, string][] = [
      ['partNumber', '2'],
      ['uploadId', 'another'],
      ['X-Amz-Expires', '604800'],
      ['X-Amz-Date', '20300101T000000Z'],
      ['X-Amz-SignedHeaders', 'host'],
      ['X-Amz-Credential', 'another'],
      ['X-Amz-Signature', '0'.repeat(64)],
    ]
    const body = Buffer.from('some')
    for (const [name, value] of changes) {
      const changed = new URL(url)
      changed.searchParams.set(name, value)
      expect([name, (await send('', 'PUT', changed.href, { body })).status]).toEqual([name, 403])
    }
    const moved = new URL(url)
    moved.pathname = `/${double.bucket}/${newKey()}`
    expect((await send('', 'PUT', moved.href, { body })).status).toBe(403)
    expect((await send('', 'PUT', url.href, { body: Buffer.from('longer') })).status).toBe(403)
    expect((await send('', 'PUT', url.href, { body })).status).toBe(200)
  })

  test('signs the name, the type and the disposition of a download', async () => {
    const key = newKey()
    await storage.write({ key, size: 4, type }, Buffer.from('some'), call())
    const download = { name: 'film.mp4', type, disposition: 'attachment', expiresAt: until() } as const
    const url = new URL(await storage.downloadLink(key, download))
    for (const name of [...url.searchParams.keys()]) {
      const changed = new URL(url)
      changed.searchParams.set(name, 'another')
      expect([name, (await send('', 'GET', changed.href)).status]).toEqual([name, 403])
    }
    expect((await send('', 'GET', url.href)).status).toBe(200)
  })

  test('a full store is told apart from one that is away', async () => {
    const object = { key: newKey(), size: 4, type }
    double.fails = { status: 507, code: 'XMinioStorageFull' }
    await expect(storage.begin(object, call())).rejects.toThrow(StorageFull)
    await expect(storage.write(object, Buffer.from('some'), call())).rejects.toThrow(StorageFull)
    double.fails = { status: 400, code: 'InvalidRequest' }
    await expect(storage.begin(object, call())).rejects.not.toThrow(StorageFull)
  })

  test('a call ends with its deadline', async () => {
    const signal = AbortSignal.abort(new Error('late'))
    await expect(storage.stat(newKey(), { signal })).rejects.toThrow()
  })

  test.each([true, false])(
    'its links have the origin that pages allow, with path style %s',
    async pathStyle => {
      for (const endpoint of [null, 'https://s3.example']) {
        const bucket = { bucket: 'schools', region: 'eu-central-1', endpoint, pathStyle }
        const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
        const other = new S3Storage({ ...bucket, credentials, clock: { now: () => new Date(now()) } })
        const download = { name: 'a', type, disposition: 'inline', expiresAt: until() } as const
        const link = await other.downloadLink(newKey(), download)
        expect(new URL(link).origin).toBe(other.origin)
        expect(originOf(bucket)).toBe(other.origin)
      }
    },
  )
})
