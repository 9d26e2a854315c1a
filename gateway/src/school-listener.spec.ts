import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'

describe("the schools' listener", () => {
  let system: TestSystem
  let gateway: TestGateway
  let ann: GatewaySchool
  let bob: GatewaySchool
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService] })
    gateway = await startTestGateway(system)
    ann = await newSchool(gateway, 'Ann')
    bob = await newSchool(gateway, 'Bob')
  })
  afterAll(async () => {
    await gateway.stop()
    await system.stop()
  })

  test('a key of the school is accepted, and the host determines the school', async () => {
    const created = await gateway.call('POST', '/api/v1/users', { ...ann, body: { email: 'eve@a.example' } })
    expect(created).toMatchObject({ status: 201, body: { email: 'eve@a.example' } })
    const host = `${ann.host.toUpperCase()}.:8080`
    const response = await gateway.call('GET', `/api/v1/users/${created.body.id}`, { ...ann, host })
    expect(response).toMatchObject({ status: 200, headers: { etag: '"v1"' }, body: created.body })
    const elsewhere = await gateway.call('GET', `/api/v1/users/${created.body.id}`, bob)
    expect(elsewhere.status).toBe(404)
  })

  test.each([
    ['no credential', {}],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['two words', { authorization: 'Bearer a b' }],
    ['an unknown key', { authorization: `Bearer lms_integration_${'0'.repeat(48)}_00000000` }],
    ['an overlong value', { authorization: `Bearer ${'a'.repeat(600)}` }],
  ])('with %s the answer is 401', async (_, headers) => {
    const answer = await gateway.call('GET', '/api/v1/users', { host: ann.host, headers })
    expect(answer).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { error: { code: 'unauthorized', reason: 'credential_invalid' } },
    })
    expect(answer.body.error.request_id).toBe(answer.headers['x-request-id'])
  })

  test('a key of one school is unknown on the host of another', async () => {
    const { status } = await gateway.call('GET', '/api/v1/users', { host: bob.host, key: ann.key })
    expect(status).toBe(401)
  })

  test('a host of no school, and a missing host, give 404', async () => {
    for (const host of ['nobody.example', '', 'a'.repeat(300)]) {
      const answer = await gateway.call('GET', '/api/v1/users', { ...ann, host })
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    }
  })

  test.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v1'],
    ['GET', '/api/v1/'],
    ['GET', '/api/v2/users'],
    ['GET', '/api/internal/health'],
    ['POST', '/api/v1/internal/keys/resolve'],
    ['GET', '/api/v1//internal/health'],
    ['GET', '/api/v1/users/../../internal/health'],
    ['GET', '/api/v1/__proto__'],
    ['OPTIONS', '/api/v1/users'],
    ['PUT', '/api/v1/users'],
    ['TRACE', '/api/v1/users'],
  ])('%s %s is not an operation', async (method, path) => {
    const answer = await gateway.call(method, path, ann)
    expect(answer).toMatchObject({ status: 404, body: { error: { reason: 'no_such_operation' } } })
  })

  test('no path reaches internal operations', async () => {
    for (const path of ['/internal/health', '/api/../internal/health', '//internal/health']) {
      const { status } = await gateway.call('GET', path, ann)
      expect(status).toBe(404)
    }
  })
})
