import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'

describe('the metrics of the processes', () => {
  let system: TestSystem
  let gateway: TestGateway
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService, webhooksService] })
    gateway = await startTestGateway(system)
  })
  afterAll(async () => {
    await gateway.stop()
    await system.stop()
  })

  /** The values of a process by name and labels: they are read anew only every five seconds. */
  async function read(url: string): Promise<Map<string, number>> {
    const answer = await fetch(`${url}/metrics`)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const lines = (await answer.text()).split('\n').filter(line => line && !line.startsWith('#'))
    return new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
  }
  const sum = (values: Map<string, number>, name: string, ...labels: string[]) =>
    [...values]
      .filter(([key]) => key.startsWith(`${name}{`) && labels.every(label => key.includes(label)))
      .reduce((all, [, value]) => all + value, 0)
  const create = 'operation="POST /v1/users"'

  test('count requests by operation and status, and refusals by reason, at the gateway and at the service', async () => {
    const school = await newSchool(gateway)
    const body = { email: 'ada@example.org' }
    expect((await gateway.call('POST', '/api/v1/users', { ...school, body })).status).toBe(201)
    expect((await gateway.call('POST', '/api/v1/users', { ...school, body })).status).toBe(409)
    expect((await gateway.call('GET', '/api/v1/users/usr_nobody', school)).status).toBe(404)
    for (const url of [gateway.operatorUrl, system.addresses.users!]) {
      const values = await read(url)
      expect(sum(values, 'lms_http_requests_total', create, 'status="201"')).toBeGreaterThan(0)
      expect(sum(values, 'lms_http_requests_total', create, 'status="409"')).toBe(1)
      expect(sum(values, 'lms_http_request_duration_seconds_count', create)).toBeGreaterThan(1)
      expect(sum(values, 'lms_http_refusals_total', 'reason="not_found"')).toBe(1)
      expect(sum(values, 'lms_build_info', `node="${process.versions.node}"`)).toBe(1)
      expect(sum(values, 'process_cpu_seconds_total')).toBeGreaterThan(0)
      expect([...values.keys()].filter(key => key.includes(school.schoolId))).toEqual([])
    }
  })

  test('say who leads, what waits and what could not be read', async () => {
    const leads = (name: string) => async () =>
      sum(await read(system.addresses.webhooks!), 'lms_leader', `lease="${name}"`) === 1
    await eventually('a relay that leads', leads('relay'))
    await eventually('a journal that leads', leads('journal'))
    const values = await read(system.addresses.webhooks!)
    for (const name of ['lms_outbox_rows', 'lms_journal_behind_messages', 'lms_subscriptions_failing'])
      expect([...values.keys()].filter(key => key.startsWith(`${name}{`))).toHaveLength(1)
    expect(sum(values, 'lms_readings_failed_total')).toBe(0)
    await asOwner(system.ownerUrl, owner => owner.query('alter table webhooks.health rename to hidden'))
    const failed = async () =>
      sum(await read(system.addresses.webhooks!), 'lms_readings_failed_total', 'part="deliveries"') > 0
    try {
      await eventually('a reading that failed', failed)
      const others = await read(system.addresses.webhooks!)
      expect([...others.keys()].filter(key => key.startsWith('lms_outbox_rows{'))).toHaveLength(1)
      expect([...others.keys()].filter(key => key.startsWith('lms_subscriptions_failing{'))).toEqual([])
    } finally {
      await asOwner(system.ownerUrl, owner => owner.query('alter table webhooks.hidden rename to health'))
    }
  })

  test('count what a rate refuses', async () => {
    const school = await newSchool(gateway)
    const limits = { key_rate: 1, key_burst: 1 }
    await gateway.operator('PATCH', `/schools/${school.schoolId}`, { limits })
    const refused = async () => (await gateway.call('GET', '/api/v1/me', school)).status === 429
    await eventually('a refusal', refused)
    expect(sum(await read(gateway.operatorUrl), 'lms_rate_limited_total', 'limit="key"')).toBeGreaterThan(0)
  })

  test('are not at an address of a school', async () => {
    const school = await newSchool(gateway)
    for (const path of ['/metrics', '/api/metrics', '/api/v1/metrics'])
      expect((await gateway.call('GET', path, school)).status).toBe(404)
  })
})
