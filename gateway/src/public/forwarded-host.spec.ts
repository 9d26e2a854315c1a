// Behind a proxy that asks by another Host: the school's own address is the forwarded one.
import { newId } from '@lms/contract'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { startTestService, type TestService } from '../http/test-service.ts'

let system: TestSystem
let learning: TestService
let gateway: TestGateway
let school: GatewaySchool
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService] })
  learning = await startTestService()
  const services = { ...system.addresses, learning: learning.url }
  gateway = await startTestGateway(system, { services, trustedProxies: ['127.0.0.0/8', '::1'] })
  school = await newSchool(gateway)
})
afterAll(async () => {
  await gateway?.stop()
  await learning?.stop()
  await system?.stop()
})

const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  gateway.call(method, path, {
    host: 'inner.example:8080',
    headers: { 'x-forwarded-host': school.host, ...headers },
  })

test('credentials of the school are verified by its domain', async () => {
  const keys = [{ id: 'bdk_01h455vb4pex5vsknk084sn02q', jwk: { kty: 'OKP', crv: 'Ed25519', x: 'a' } }]
  learning.act = (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }))
  const { body } = await call('GET', '/.well-known/did.json')
  expect(body.id).toBe(`did:web:${school.host}`)
})

test('clients of the Model Context Protocol are sent to the school, and its own pages are none of another site', async () => {
  const { body } = await call('GET', '/.well-known/oauth-protected-resource')
  expect(body.resource).toBe(`https://${school.host}/mcp`)
  const { status, headers } = await call('POST', '/mcp', { origin: `https://${school.host}` })
  expect({ status, way: headers['www-authenticate'] }).toEqual({
    status: 401,
    way: `Bearer resource_metadata="https://${school.host}/.well-known/oauth-protected-resource/mcp"`,
  })
  expect((await call('POST', '/mcp', { origin: 'https://inner.example:8080' })).status).toBe(403)
})

test('a form of the school is its own, in browsers that tell its origin alone', async () => {
  const send = (origin: string) =>
    call('POST', `/buy/${newId('off')}`, { origin, 'content-type': 'application/x-www-form-urlencoded' })
  // It has no fields.
  expect((await send(`https://${school.host}`)).status).toBe(400)
  expect((await send('https://inner.example:8080')).status).toBe(403)
})
