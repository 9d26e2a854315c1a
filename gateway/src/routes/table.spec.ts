// What holds for every public route, whatever it answers.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { newId } from '@lms/contract'
import { eventually } from '@lms/testing'
import { newSchool } from '@lms/testing/gateway'
import { apiDocuments } from '../documents.ts'
import { type PublicRoute, securityHeaders } from '../public/route.ts'
import { type PublicFront, somePage, startPublicFront } from '../public/test-site.ts'
import { publicRoutes } from './routes.ts'

/** An address of a route: of an object that does not exist, but of the right form. */
function addressOf({ path, parameter }: PublicRoute): string {
  if (!parameter) return path
  const values = [
    'token',
    newId('pvd'),
    newId('frm'),
    newId('off'),
    newId('wbn'),
    newId('crs'),
    'page',
    'did.json',
    'feed.ics',
    'sms',
    '0a'.repeat(32),
    'ABCD-EFGH-JKLM-NPQR',
  ]
  const fitting = values.find(parameter)
  if (!fitting) throw new Error(`No value fits ${path}: add one to this list.`)
  return path.replace(/\{.*\}/, fitting)
}

describe.each(publicRoutes.map(route => [route.path, route] as const))('%s', (path, route) => {
  const send = async (method: string, at: string, host: string, headers: Record<string, string> = {}) => {
    const { port } = front.gateway.running
    const visitor = { host, 'x-forwarded-for': addresses.next().value }
    const all = { ...visitor, ...headers }
    const sent = request({ host: '127.0.0.1', port, path: at, method, headers: all }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    // The framing of a body belongs to the connection.
    const { date: _, 'transfer-encoding': __, 'x-request-id': id, ...rest } = answer.headers
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    return { status: answer.statusCode!, headers: rest, body: await buffer(answer) }
  }

  test('HEAD answers like GET, without the body', async () => {
    const at = addressOf(route)
    const wishes: Record<string, string>[] = [{}, { accept: 'text/html', 'accept-encoding': 'br' }]
    for (const headers of wishes) {
      const { body, ...rest } = await send('GET', at, front.school.host, headers)
      const head = await send('HEAD', at, front.school.host, headers)
      expect(head).toMatchObject(rest)
      expect(head.body).toHaveLength(0)
      expect(body.length > 0 || rest.status === 304 || rest.status >= 300).toBe(true)
    }
  })

  test('every answer has the security headers, and says how long it may be kept', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'TRACE']) {
      const { status, headers } = await send(method, addressOf(route), front.school.host)
      expect(Object.keys(headers)).toEqual(
        expect.arrayContaining(Object.keys(securityHeaders[route.answers])),
      )
      expect(headers['x-content-type-options']).toBe('nosniff')
      if (status >= 400 && path !== '/{page}') expect(headers['cache-control']).toBe('no-store')
      else expect(headers['cache-control']).toBeTruthy()
    }
  })

  test('another method, or a parameter of another form, finds nothing', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS'])
      if (!route.methods.includes(method as 'GET'))
        expect((await send(method, addressOf(route), front.school.host)).status).toBe(404)
    if (path === '/{page}' || !route.parameter || route.besidePages) return
    for (const parameter of ['', '/', '../docs', 'a%00', `${'x'.repeat(5000)}`, '%0d%0aset-cookie:a=b'])
      for (const method of route.methods) {
        const at = path.replace(/\{.*\}/, parameter)
        const { status, headers } = await send(method, at, front.school.host)
        expect([parameter, status]).toEqual([parameter, 404])
        expect(headers).not.toHaveProperty('set-cookie')
      }
  })

  test('a suspended school has it only if it says so', async () => {
    const method = route.methods[0]!
    const { status } = await send(method, addressOf(route), suspended)
    if (!route.whileSuspended) expect(status).toBe(404)
    expect(front.questions).toEqual([])
  })

  test('is counted in the rate of guests', async () => {
    const method = route.methods[0]!
    const address = { 'x-forwarded-for': addresses.next().value }
    const times = { within: 0, refused: 0 }
    for (let time = 0; time < burst + 1; time++) {
      const { status, headers } = await send(method, addressOf(route), front.school.host, address)
      if (status === 429) expect(headers['retry-after']).toMatch(/^\d+$/)
      times[status === 429 ? 'refused' : 'within']++
    }
    expect(times.refused).toBeGreaterThan(0)
    expect((await send(method, addressOf(route), front.school.host)).status).not.toBe(429)
  })
})

let front: PublicFront
let suspended: string
const burst = 20
/** Every request comes from another address, unless a test says otherwise. */
const addresses = (function* (): Generator<string, never> {
  for (let number = 0; ; number++) yield `198.18.${(number >> 8) % 256}.${number % 256}`
})()
beforeAll(async () => {
  front = await startPublicFront({
    documents: apiDocuments(),
    trustedProxies: ['127.0.0.1'],
    guestLimit: { rate: 0.01, burst },
  })
  const school = await newSchool(front.gateway)
  suspended = school.host
  await front.gateway.operator('PATCH', `/schools/${school.schoolId}`, { status: 'suspended' })
  await eventually('the suspension', async () => {
    const headers = { 'x-forwarded-for': addresses.next().value }
    return (await front.gateway.call('GET', '/api/v1/me', { host: suspended, headers })).status === 403
  })
})
afterAll(() => front.stop())
beforeEach(() => {
  front.reset()
  front.answer = () => somePage
})
