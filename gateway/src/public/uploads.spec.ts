// Files from the API to the bytes: uploads that lie or come late, and what a browser gets of bytes that could harm.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { pixel } from '@lms/testing/examples'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'

let system: TestSystem
let gateway: TestGateway
let school: GatewaySchool
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, commerceService] })
  gateway = await startTestGateway(system, { guestLimit: { rate: 10_000, burst: 10_000 } })
  school = await newSchool(gateway)
})
afterAll(async () => {
  await gateway.stop()
  await system.stop()
})

const filesOf = (of: GatewaySchool) => gateway.client(siteContract.resources, of).files
type StartedUpload = Awaited<ReturnType<ReturnType<typeof filesOf>['start']>>

async function send(
  method: string,
  url: string,
  body?: Buffer,
  headers: Record<string, string> = {},
  of = school,
) {
  const { pathname } = new URL(url)
  const length: Record<string, string> = body ? { 'content-length': `${body.length}` } : {}
  const sent = request({
    host: '127.0.0.1',
    port: gateway.running.port,
    method,
    path: pathname,
    headers: { host: of.host, ...length, ...headers },
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) }
}
const put = ({ upload }: StartedUpload, bytes: Buffer) =>
  send('PUT', upload.parts[0]!.url, bytes, upload.parts[0]!.headers)

const begin = (bytes: Buffer, name: string, content_type: string) =>
  filesOf(school).start({ body: { name, content_type, size: bytes.length } })
/** Uploads the bytes and reports them complete. */
async function uploaded(bytes: Buffer, name = 'lake.png', type = 'image/png') {
  const upload = await begin(bytes, name, type)
  expect((await put(upload, bytes)).status).toBe(204)
  return filesOf(school).complete({ path: { id: upload.id } })
}
/** What a browser gets that asks for it to be shown. */
async function getInline(id: string) {
  const { url } = await filesOf(school).download({ path: { id }, body: { disposition: 'inline' } })
  return send('GET', url)
}

test('bytes go up by the links of an answer and come down by those of another', async () => {
  const { id, status } = await uploaded(pixel)
  expect(status).toBe('ready')
  expect(await getInline(id)).toMatchObject({
    status: 200,
    body: pixel,
    headers: { 'content-type': 'image/png', 'content-disposition': 'inline; filename=lake.png' },
  })
})

test('a part is exactly as long as it was announced, and replaces itself until the upload is complete', async () => {
  const upload = await begin(pixel, 'lake.png', 'image/png')
  expect((await put(upload, pixel.subarray(1))).status).toBe(400)
  expect((await put(upload, Buffer.concat([pixel, pixel]))).status).toBe(400)
  expect((await put(upload, Buffer.alloc(pixel.length, 'x'))).status).toBe(204)
  expect((await put(upload, pixel)).status).toBe(204)
  expect(await filesOf(school).complete({ path: { id: upload.id } })).toMatchObject({ status: 'ready' })
})

test('nobody changes a ready file, or brings a deleted one back, by its old link', async () => {
  const upload = await begin(pixel, 'lake.png', 'image/png')
  const path = { id: upload.id }
  await put(upload, pixel)
  await filesOf(school).complete({ path })
  expect((await put(upload, Buffer.alloc(pixel.length, 'x'))).status).toBe(409)
  expect((await getInline(upload.id)).body).toEqual(pixel)
  const { url } = await filesOf(school).download({ path, body: {} })
  await filesOf(school).delete({ path })
  const isGone = async () => (await send('GET', url)).status === 404
  await eventually('the bytes to go', isGone)
  expect((await put(upload, pixel)).status).toBe(409)
  expect(await isGone()).toBe(true)
})

test('a link of one school leads nowhere at another', async () => {
  const other = await newSchool(gateway)
  const { id } = await uploaded(pixel)
  const { url } = await filesOf(school).download({ path: { id }, body: {} })
  expect((await send('GET', url, undefined, {}, other)).status).toBe(404)
  const upload = await begin(pixel, 'lake.png', 'image/png')
  const [part] = upload.upload.parts
  expect((await send('PUT', part!.url, pixel, part!.headers, other)).status).toBe(404)
})

const html = '<html><script>alert(document.domain)</script></html>'
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

describe('bytes that a browser could run', () => {
  const harmless = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
  }

  test.each([
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><path d="M0 0h9v9"/></svg>',
      'a.svg',
      'image/svg+xml',
    ],
    ['HTML', html, 'a.html', 'text/html'],
    ['a script', 'alert(1)', 'a.js', 'text/javascript'],
    ['HTML of an unknown type', html, 'a.bin', 'application/octet-stream'],
  ])('are saved, not shown: %s', async (_, text, name, type) => {
    const { id, status } = await uploaded(Buffer.from(text), name, type)
    expect(status).toBe('ready')
    expect(await getInline(id)).toMatchObject({
      status: 200,
      headers: { ...harmless, 'content-disposition': `attachment; filename=${name}` },
    })
  })

  test('are a picture to a browser where they are one, too', async () => {
    const both = Buffer.concat([gif, Buffer.from(`/*${html}*/=1;alert(1)`)])
    const { id, status } = await uploaded(both, 'a.gif', 'image/gif')
    expect(status).toBe('ready')
    expect((await getInline(id)).headers).toMatchObject({ ...harmless, 'content-type': 'image/gif' })
  })

  test.each([
    ['HTML as a picture', Buffer.from(html), 'a.png', 'image/png'],
    ['HTML as a PDF', Buffer.from(html), 'a.pdf', 'application/pdf'],
    ['a picture as HTML', pixel, 'a.html', 'text/html'],
    [
      'an archive as a picture',
      Buffer.from('PK\x03\x04\x14\0\0\0\0\0'.padEnd(60, '\0'), 'latin1'),
      'a.png',
      'image/png',
    ],
  ])('are rejected where they are announced as something else: %s', async (_, bytes, name, type) => {
    const { id, status, problem } = await uploaded(bytes, name, type)
    expect({ status, problem }).toEqual({ status: 'rejected', problem: 'type_differs' })
    await expect(getInline(id)).rejects.toMatchObject({ reason: 'file_not_ready' })
  })
})

test.each([
  ['name', { name: '../../etc/passwd' }],
  ['name', { name: 'a.png\r\nset-cookie: a=b' }],
  ['content_type', { content_type: 'text/html\r\nset-cookie: a=b' }],
  ['content_type', { content_type: 'image/png; charset=utf-7' }],
  ['folder', { folder: '../up' }],
  ['folder', { folder: '/absolute' }],
  ['size', { size: 0 }],
  ['size', { size: 5 * 1024 ** 3 + 1 }],
  ['sha256', { sha256: 'ABC' }],
])('an upload with this %s is refused: %j', async (field, wrong) => {
  const body = { name: 'a.png', content_type: 'image/png', size: 70, ...wrong }
  await expect(filesOf(school).start({ body })).rejects.toMatchObject({
    status: 400,
    details: [{ path: `body.${field}` }],
  })
})

test('a ready file can be the picture of an offer, and stays while it is', async () => {
  const { offers } = gateway.client(commerceContract.resources, school)
  const offer = { name: 'Course', amount: 100, currency: 'EUR' }
  const { id: waiting } = await begin(pixel, 'lake.png', 'image/png')
  await expect(offers.create({ body: { ...offer, image_file_id: waiting } })).rejects.toMatchObject({
    reason: 'unknown_reference',
    details: [{ path: 'body.image_file_id', message: `${waiting} is uploading` }],
  })
  const { id } = await uploaded(pixel)
  const createdOffer = await offers.create({ body: { ...offer, image_file_id: id } })
  const remove = () => filesOf(school).delete({ path: { id } })
  await expect(remove()).rejects.toMatchObject({
    status: 409,
    reason: 'still_named',
    details: [{ path: 'id', message: `${createdOffer.id} names ${id}` }],
  })
  await offers.update({ path: { id: createdOffer.id }, body: { image_file_id: null } })
  await remove()
})
