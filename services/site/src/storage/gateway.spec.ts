import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { siteService } from '../service.ts'
import { mediaPath } from './links.ts'
import { storageOf } from './settings.ts'
import type { Storage, UploadLink } from './storage.ts'

const requestMs = 1000
const graceMs = 400

describe('files at a school’s own address', () => {
  let system: TestSystem
  let gateway: TestGateway
  let school: GatewaySchool
  let storage: Storage
  let now = Date.now()
  beforeAll(async () => {
    system = await startSystem({
      services: [usersService, siteService],
      clock: { now: () => new Date(now) },
      // The files of these tests have no rows, so the collection of orphans would remove them.
      settings: { taskSlots: 0 },
    })
    gateway = await startTestGateway(system, {
      deadlines: { headMs: requestMs, requestMs, answerMs: 20_000 },
      bounds: { pace: { graceMs, bytesPerSecond: 100 }, files: { all: 9, each: 4 } },
      guestLimit: { rate: 10_000, burst: 10_000 },
    })
    school = await newSchool(gateway)
    storage = storageOf(system.services.site!.runtime)
  })
  afterAll(async () => {
    await gateway.stop()
    await system.stop()
  })
  const call = () => ({ signal: AbortSignal.timeout(20_000) })
  const newKey = (of = school) => `${of.schoolId}/${newId('fil')}`

  async function upload(size: number, key = newKey()) {
    const object = { key, size, type: 'text/plain' }
    const startedUpload = { ...object, uploadId: await storage.begin(object, call()) }
    const [link] = await storage.uploadLinks(startedUpload, new Date(now + 60_000))
    return { ...startedUpload, link: link! }
  }
  const send = (
    method: string,
    path: string,
    body?: Buffer,
    headers: Record<string, string> = {},
    of = school,
  ) =>
    begin(
      method,
      path,
      { host: of.host, ...(body ? { 'content-length': `${body.length}` } : {}), ...headers },
      to => to.end(body),
    )
  async function begin(
    method: string,
    path: string,
    headers: Record<string, string>,
    give: (to: ReturnType<typeof request>) => void,
  ) {
    const sent = request({ host: '127.0.0.1', port: gateway.running.port, method, path, headers })
    give(sent)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) }
  }
  const put = ({ url, headers }: UploadLink, body: Buffer, of = school) => send('PUT', url, body, headers, of)
  async function stored(text: string, key = newKey()) {
    const { link, ...startedUpload } = await upload(text.length, key)
    expect((await put(link, Buffer.from(text))).status).toBe(204)
    await storage.finish(startedUpload, call())
    return key
  }
  const linkTo = (key: string) =>
    storage.downloadLink(key, {
      name: 'a.txt',
      type: 'text/plain',
      disposition: 'inline',
      expiresAt: new Date(now + 60_000),
    })

  test('are sent and fetched by links, whole, in ranges, or by their head', async () => {
    const link = await linkTo(await stored('0123456789'))
    const fullResponse = await send('GET', link)
    expect(fullResponse).toMatchObject({ status: 200, body: Buffer.from('0123456789') })
    expect(fullResponse.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'content-disposition': 'inline; filename=a.txt',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'private, max-age=60',
      'accept-ranges': 'bytes',
    })
    expect(fullResponse.headers['content-security-policy']).toContain('sandbox')
    const { 'x-request-id': _, date: __, ...rest } = fullResponse.headers
    const head = await send('HEAD', link)
    expect(head).toMatchObject({ status: 200, headers: rest, body: Buffer.alloc(0) })
    const etag = fullResponse.headers.etag!
    const ranges: [Record<string, string>, number, string, string | undefined][] = [
      [{ range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
      [{ range: 'bytes=8-' }, 206, '89', 'bytes 8-9/10'],
      [{ range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
      [{ range: 'bytes=10-' }, 416, '', 'bytes */10'],
      [{ range: 'bytes=2-4', 'if-range': etag }, 206, '234', 'bytes 2-4/10'],
      [{ range: 'bytes=2-4', 'if-range': '"other"' }, 200, '0123456789', undefined],
      [{ range: 'bytes=0-1,4-5' }, 200, '0123456789', undefined],
      [{ range: 'lines=1-2' }, 200, '0123456789', undefined],
      [{ 'if-none-match': etag }, 304, '', undefined],
      [{ 'if-modified-since': fullResponse.headers['last-modified']! }, 304, '', undefined],
    ]
    for (const [headers, status, body, range] of ranges) {
      const answer = await send('GET', link, undefined, headers)
      expect([answer.status, answer.body.toString(), answer.headers['content-range']]).toEqual([
        status,
        body,
        range,
      ])
    }
  })

  test('pictures of pages have lasting addresses that everybody may keep', async () => {
    const key = await stored('a picture')
    const [schoolId, file] = key.split('/') as [string, string]
    const { vault } = system.services.site!.runtime
    const path = mediaPath(vault, { school: schoolId, file, variant: null, type: 'image/png' })
    const answer = await send('GET', path)
    expect(answer).toMatchObject({ status: 200, body: Buffer.from('a picture') })
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    now += 400 * 24 * 3_600_000
    expect((await send('GET', path)).status).toBe(200)
    expect((await send('PUT', path, Buffer.from('another'))).status).toBe(404)
    await storage.remove(key, call())
    expect((await send('GET', path)).status).toBe(404)
  })

  test('no link leads anywhere at another school', async () => {
    const other = await newSchool(gateway)
    const { link } = await upload(4)
    expect((await put(link, Buffer.from('some'), other)).status).toBe(404)
    expect((await put(link, Buffer.from('some'))).status).toBe(204)
    const fetching = await linkTo(await stored('some'))
    expect((await send('GET', fetching, undefined, {}, other)).status).toBe(404)
  })

  test('a link with any other claim leads nowhere', async () => {
    const { link } = await upload(4)
    for (const url of [link.url, await linkTo(await stored('some'))]) {
      const [claims, signature] = url.split('/').at(-1)!.split('.') as [string, string]
      const parsed = JSON.parse(Buffer.from(claims, 'base64url').toString())
      expect(Object.keys(parsed).length).toBeGreaterThan(5)
      for (const [name, value] of Object.entries(parsed)) {
        const changed = { ...parsed, [name]: typeof value === 'number' ? value + 1 : `${value}x` }
        const forged = Buffer.from(JSON.stringify(changed)).toString('base64url')
        const method = parsed.method
        const body = method === 'PUT' ? Buffer.from('some') : undefined
        const answer = await send(method, `/files/${forged}.${signature}`, body, link.headers)
        expect([name, answer.status]).toEqual([name, 404])
      }
    }
    for (const path of [
      '/files/',
      '/files/a',
      '/files/a.b',
      '/files/%2e%2e',
      '/files/../media/a.b',
      `/files/${'a'.repeat(5000)}`,
    ])
      expect((await send('GET', path)).status).toBe(404)
  })

  test('a page of another origin may send them: the link is the only credential', async () => {
    const { link } = await upload(4)
    const preflight = await send('OPTIONS', link.url, undefined, {
      origin: 'https://admin.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, PUT',
    })
    const wrong = await put({ ...link, url: `${link.url}x` }, Buffer.from('some'))
    expect(wrong.headers['access-control-allow-origin']).toBe('*')
  })

  test.each([
    ['another length', { 'content-length': '5' }, 'some5', 400],
    ['another type', { 'content-type': 'text/html' }, 'some', 400],
    ['no type', { 'content-type': '' }, 'some', 400],
    ['no length', { 'transfer-encoding': 'chunked' }, 'some', 400],
  ])('an upload with %s is refused, and the right one still succeeds', async (_, headers, body, status) => {
    const { link, ...startedUpload } = await upload(4)
    const sentBytes = Buffer.from(body)
    const chunked = 'transfer-encoding' in headers
    const refused = await begin(
      'PUT',
      link.url,
      {
        host: school.host,
        ...(chunked ? {} : { 'content-length': `${sentBytes.length}` }),
        ...link.headers,
        ...headers,
      },
      to => to.end(sentBytes),
    )
    expect(refused.status).toBe(status)
    await expect(storage.finish(startedUpload, call())).rejects.toThrow('missing')
    expect((await put(link, Buffer.from('some'))).status).toBe(204)
    await storage.finish(startedUpload, call())
    const late = await put(link, Buffer.from('late'))
    expect([late.status, JSON.parse(late.body.toString()).error.reason]).toEqual([409, 'upload_over'])
  })

  test('an upload that is cut off leaves nothing, and comes again', async () => {
    const { link, ...startedUpload } = await upload(1000)
    const socket = connect(gateway.running.port, '127.0.0.1')
    const headers = `host: ${school.host}\r\ncontent-length: 1000\r\ncontent-type: text/plain\r\n`
    socket.write(`PUT ${link.url} HTTP/1.1\r\n${headers}\r\n${'a'.repeat(500)}`)
    await pause(100)
    socket.destroy()
    await expect(storage.finish(startedUpload, call())).rejects.toThrow('missing')
    expect((await put(link, Buffer.alloc(1000))).status).toBe(204)
  })

  test('an upload may last longer than any other request, as long as it keeps the pace', async () => {
    const { link } = await upload(4000)
    const slow = begin(
      'PUT',
      link.url,
      { host: school.host, 'content-length': '4000', ...link.headers },
      async to => {
        for (let sent = 0; sent < 20; sent++) {
          to.write(Buffer.alloc(200))
          await pause((3 * requestMs) / 20)
        }
        to.end()
      },
    )
    expect((await slow).status).toBe(204)
  })

  test('one that is too slow is cut off', async () => {
    const { link } = await upload(4000)
    const since = performance.now()
    const slow = begin(
      'PUT',
      link.url,
      { host: school.host, 'content-length': '4000', ...link.headers },
      to => to.write('a'),
    )
    await expect(slow).rejects.toThrow()
    expect(performance.now() - since).toBeGreaterThan(graceMs * 0.9)
  })

  test('a reader that takes nothing is cut off', async () => {
    const size = 40_000_000
    const key = newKey()
    await storage.write({ key, size, type: 'text/plain' }, Buffer.alloc(size), call())
    const sent = request({
      host: '127.0.0.1',
      port: gateway.running.port,
      path: await linkTo(key),
      headers: { host: school.host },
    }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const broken = once(answer, 'error')
    answer.pause()
    await pause(graceMs * 6 * 2.5)
    answer.resume()
    await broken
    expect(answer.complete).toBe(false)
  })

  test('streams of one address and of one school are bounded, and take nothing from the API', async () => {
    const open: ReturnType<typeof request>[] = []
    const hold = async () => {
      const { link } = await upload(100_000)
      const sent = request({
        host: '127.0.0.1',
        port: gateway.running.port,
        method: 'PUT',
        path: link.url,
        headers: { host: school.host, 'content-length': '100000', ...link.headers },
      })
      sent.on('error', () => {})
      sent.write(Buffer.alloc(50_000))
      open.push(sent)
    }
    for (let count = 0; count < 4; count++) await hold()
    const { link } = await upload(4)
    await eventually('the share to be used up', async () => {
      const answer = await put(link, Buffer.from('some'))
      return answer.status === 429
    })
    expect((await gateway.call('GET', '/api/v1/domains', school)).status).toBe(200)
    for (const sent of open) sent.destroy()
    await eventually(
      'the share to be free',
      async () => (await put(link, Buffer.from('some'))).status === 204,
    )
  })

  test('a suspended school’s files are not there', async () => {
    const own = await newSchool(gateway)
    const key = newKey(own)
    await storage.write({ key, size: 4, type: 'text/plain' }, Buffer.from('some'), call())
    const link = await linkTo(key)
    const status = async () => (await send('GET', link, undefined, {}, own)).status
    expect(await status()).toBe(200)
    await gateway.operator('PATCH', `/schools/${own.schoolId}`, { status: 'suspended' })
    await eventually('the gateway to know', async () => (await status()) === 404)
  })
})
