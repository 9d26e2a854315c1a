import { commerceService } from '@lms/commerce/service'
import { newId } from '@lms/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import type { Logger } from 'pino'

type Line = Record<string, unknown>

/** The lines of requests that a log gets, at whatever level. */
function linesOf(log: Logger): Line[] {
  const lines: Line[] = []
  const take = (line: Line, text: string) => void (text.endsWith('request') && lines.push(line))
  log.isLevelEnabled = () => true
  log.debug = take as never
  log.info = take as never
  log.warn = take as never
  return lines
}

describe('log lines of a request', () => {
  let system: TestSystem
  let gateway: TestGateway
  let school: GatewaySchool
  let keyId: string
  let gatewayLog: Line[]
  let commerce: Line[]
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService, commerceService] })
    gateway = await startTestGateway(system)
    school = await newSchool(gateway)
    keyId = (await gateway.call('GET', '/api/v1/me', school)).body.key_id
    gatewayLog = linesOf(gateway.running.log)
    commerce = linesOf(system.services.commerce!.runtime.log)
  })
  afterAll(async () => {
    await gateway.stop()
    await system.stop()
  })
  const lineOf = (lines: Line[], requestId: string) =>
    eventually('the line', () => lines.find(({ request_id }) => request_id === requestId))

  test('contain the template of the route, the reason, the key and the school', async () => {
    const path = `/v1/orders/${newId('ord')}/mark-paid`
    const answer = await gateway.call('POST', `/api${path}`, { ...school, body: {} })
    expect(answer.status).toBe(404)
    const line = {
      operation: 'POST /v1/orders/{id}/mark-paid',
      status: 404,
      reason: 'not_found',
      key_id: keyId,
      school_id: school.schoolId,
      ms: expect.any(Number),
    }
    const id = answer.headers['x-request-id']!
    for (const lines of [gatewayLog, commerce]) expect(await lineOf(lines, id)).toMatchObject(line)
  })

  test('contain no reason without a refusal, and no path without an operation', async () => {
    const response = await gateway.call('GET', '/api/v1/orders?limit=1', school)
    const done = { operation: 'GET /v1/orders', status: 200, reason: null, key_id: keyId }
    for (const lines of [gatewayLog, commerce])
      expect(await lineOf(lines, response.headers['x-request-id']!)).toMatchObject(done)
    const lost = await gateway.call('GET', '/api/v1/orders/a@b.example/c/d/e', school)
    const unknown = { operation: 'GET unknown', status: 404, reason: 'no_such_operation', key_id: keyId }
    expect(await lineOf(gatewayLog, lost.headers['x-request-id']!)).toMatchObject(unknown)
    const guest = await gateway.call('GET', '/api/v1/orders', { host: school.host })
    const refused = { operation: 'GET /v1/orders', reason: 'credential_invalid', key_id: null }
    expect(await lineOf(gatewayLog, guest.headers['x-request-id']!)).toMatchObject(refused)
  })

  test("describe the platform team's requests in the same way", async () => {
    const answer = await gateway.operator('GET', `/schools/${newId('sch')}`)
    const line = { operation: 'GET /operator/v1/schools/{id}', status: 404, reason: 'not_found' }
    expect(await lineOf(gatewayLog, answer.headers['x-request-id']!)).toMatchObject(line)
  })
})
