import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'

describe('callers', () => {
  let system: TestSystem
  let gateway: TestGateway
  let other: TestGateway
  let school: GatewaySchool
  let now = Date.now()
  beforeAll(async () => {
    const clock = { now: () => new Date(now) }
    system = await startSystem({ services: [usersService, siteService], clock })
    gateway = await startTestGateway(system, { trustedProxies: ['127.0.0.1'] })
    other = await startTestGateway(system)
    school = await newSchool(gateway)
    await Promise.all([ready(gateway), ready(other)])
  })
  afterAll(async () => {
    await Promise.all([gateway.stop(), other.stop()])
    await system.stop()
  })

  /** The feed of changes is live, so that cached values are valid for longer than a second. */
  async function ready({ operatorUrl }: TestGateway) {
    while (!(await fetch(`${operatorUrl}/readyz`)).ok);
  }
  const me = (at: TestGateway, key: string, headers = {}) =>
    at.call('GET', '/api/v1/me', { host: school.host, key, headers })
  const issue = async (body: object) => {
    const answer = await gateway.call('POST', '/api/v1/api-keys', { ...school, body })
    expect(answer.status).toBe(201)
    return answer.body as { id: string; api_key: string }
  }
  const person = async (role = 'student') => {
    const email = `p${Math.random()}@a.example`
    const answer = await gateway.call('POST', '/api/v1/users', { ...school, body: { email, role } })
    expect(answer.status).toBe(201)
    return answer.body.id as string
  }
  /** Cached values are valid for a minute, longer than any test waits: only a published change is sooner. */
  const until = (status: number, ask: () => Promise<{ status: number }>) =>
    eventually(`the status ${status}`, async () => (await ask()).status === status)

  /** Waits until all gateways have heard of the changes before: they hear of those of a school in their order. */
  const allHeard = async () => {
    const { id, api_key } = await issue({ name: 'last', kind: 'integration', role: 'manager' })
    for (const at of [gateway, other]) expect((await me(at, api_key)).status).toBe(200)
    await gateway.call('DELETE', `/api/v1/api-keys/${id}`, school)
    for (const at of [gateway, other]) await until(401, () => me(at, api_key))
  }

  test('a key works at once, and a revoked one no longer works once the gateways know', async () => {
    const key = await issue({ name: 'k', kind: 'integration', role: 'manager' })
    for (const at of [gateway, other]) {
      expect(await me(at, key.api_key)).toMatchObject({
        status: 200,
        body: { key_id: key.id, role: 'manager' },
      })
    }
    expect((await gateway.call('DELETE', `/api/v1/api-keys/${key.id}`, school)).status).toBe(200)
    await until(401, () => me(other, key.api_key))
    await until(401, () => me(gateway, key.api_key))
  })

  test('a narrowed key loses its permissions once the gateways know', async () => {
    const key = await issue({ name: 'k', kind: 'integration', role: 'owner' })
    const list = () => other.call('GET', '/api/v1/users', { host: school.host, key: key.api_key })
    expect((await list()).status).toBe(200)
    const body = { scope: ['orders:read'] }
    await gateway.call('PATCH', `/api/v1/api-keys/${key.id}`, { ...school, body })
    await until(403, list)
  })

  test('an expired key is refused in the moment it expires, even if it is cached', async () => {
    const expires_at = new Date(now + 60_000).toISOString()
    const key = await issue({ name: 'k', kind: 'integration', role: 'manager', expires_at })
    expect((await me(gateway, key.api_key)).status).toBe(200)
    now += 60_000
    expect((await me(gateway, key.api_key)).status).toBe(401)
  })

  test('a rotated key works by both values everywhere until the overlap ends in that moment', async () => {
    const key = await issue({ name: 'k', kind: 'integration', role: 'manager' })
    expect((await me(other, key.api_key)).status).toBe(200)
    const body = { rotate: { overlap_seconds: 600 } }
    const changed = await gateway.call('PATCH', `/api/v1/api-keys/${key.id}`, { ...school, body })
    const fresh = changed.body.api_key
    for (const at of [gateway, other])
      for (const value of [key.api_key, fresh])
        expect(await me(at, value)).toMatchObject({ status: 200, body: { key_id: key.id } })
    await allHeard()
    now += 600_000
    for (const at of [gateway, other]) {
      expect((await me(at, key.api_key)).status).toBe(401)
      expect((await me(at, fresh)).status).toBe(200)
    }
  })

  test('a key rotated without overlap ends once the gateways know', async () => {
    const key = await issue({ name: 'k', kind: 'integration', role: 'manager' })
    expect((await me(other, key.api_key)).status).toBe(200)
    const body = { rotate: { overlap_seconds: 0 } }
    await gateway.call('PATCH', `/api/v1/api-keys/${key.id}`, { ...school, body })
    await until(401, () => me(other, key.api_key))
  })

  test('networks that are taken are networks that are checked', async () => {
    const allowed_networks = [
      '10.1.2.3/8',
      '0.0.0.0/32',
      '192.0.2.7',
      '::ffff:203.0.113.0/120',
      '2001:DB8::/127',
    ]
    const key = await issue({ name: 'k', kind: 'integration', role: 'manager', allowed_networks })
    const from = (address: string) => me(gateway, key.api_key, { 'x-forwarded-for': address })
    for (const address of ['10.200.0.1', '192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1'])
      expect({ address, status: (await from(address)).status }).toEqual({ address, status: 200 })
    for (const address of ['11.0.0.1', '192.0.2.8', '2001:db8::2'])
      expect({ address, status: (await from(address)).status }).toEqual({ address, status: 403 })
    for (const network of [
      '10.0.0.0/33',
      '2001:db8::/129',
      'fe80::1%eth0',
      'example.org',
      '10.0.0',
      '010.0.0.1',
    ]) {
      const body = { name: 'k', kind: 'integration', role: 'manager', allowed_networks: [network] }
      const refused = await gateway.call('POST', '/api/v1/api-keys', { ...school, body })
      expect({ network, status: refused.status }).toEqual({ network, status: 400 })
    }
  })

  test('a key bound to networks is refused elsewhere', async () => {
    const key = await issue({
      name: 'k',
      kind: 'integration',
      role: 'manager',
      allowed_networks: ['198.51.100.0/24', '2001:db8::/32'],
    })
    const from = (address: string, at = gateway) => me(at, key.api_key, { 'x-forwarded-for': address })
    expect((await from('198.51.100.7')).status).toBe(200)
    expect((await from('2001:db8::9')).status).toBe(200)
    const refused = await from('203.0.113.1')
    expect(refused).toMatchObject({ status: 403, body: { error: { reason: 'permission_missing' } } })
    expect(refused.body.error.message).toContain('address')
    // A gateway without configured proxies trusts none.
    expect((await from('198.51.100.7', other)).status).toBe(403)
  })

  describe('on behalf of a person', () => {
    const behalf = (key: string, user: string, at = gateway) => me(at, key, { 'x-on-behalf-of': user })

    test('an integration key of an owner has the permissions that both have', async () => {
      const student = await person()
      const answer = await behalf(school.key, student)
      expect(answer).toMatchObject({
        status: 200,
        body: { role: 'student', acting_for: student, user: { id: student } },
      })
      const list = await gateway.call('POST', '/api/v1/users', {
        ...school,
        headers: { 'x-on-behalf-of': student },
        body: { email: 'x@a.example' },
      })
      expect(list.status).toBe(403)
    })

    test('no other key may act for others', async () => {
      const student = await person()
      const manager = await issue({ name: 'k', kind: 'integration', role: 'manager' })
      const personal = await issue({ name: 'k', kind: 'personal', role: 'owner', user_id: student })
      const agent = await issue({ name: 'k', kind: 'agent', role: 'owner' })
      for (const { api_key } of [manager, personal, agent]) {
        const answer = await behalf(api_key, student)
        expect(answer).toMatchObject({ status: 403, body: { error: { reason: 'on_behalf_of_refused' } } })
      }
      expect((await me(gateway, personal.api_key)).body).toMatchObject({
        acting_for: null,
        user: { id: student },
      })
    })

    test('an unknown or deleted person, one of another school, or an id of no person is refused', async () => {
      const stranger = await newSchool(gateway)
      const response = await gateway.call('POST', '/api/v1/users', {
        ...stranger,
        body: { email: 's@a.example' },
      })
      const deletedId = await person()
      await gateway.call('DELETE', `/api/v1/users/${deletedId}`, school)
      const unknown = 'usr_01h455vb4pex5vsknk084sn02q'
      for (const user of [
        response.body.id,
        deletedId,
        unknown,
        'nobody',
        '',
        'ord_01h455vb4pex5vsknk084sn02q',
      ])
        expect((await behalf(school.key, user)).status).toBe(403)
    })

    test('a blocked person is refused within a second, and so is their own key', async () => {
      const student = await person()
      const personal = await issue({ name: 'k', kind: 'personal', role: 'student', user_id: student })
      expect((await behalf(school.key, student, other)).status).toBe(200)
      expect((await me(other, personal.api_key)).status).toBe(200)
      const body = { status: 'blocked' }
      await gateway.call('PATCH', `/api/v1/users/${student}`, { ...school, body })
      await until(403, () => behalf(school.key, student, other))
      await until(401, () => me(other, personal.api_key))
    })
  })

  test('a suspended school is refused everywhere within a second, and resumed as fast', async () => {
    const closed = await newSchool(gateway, 'Closed')
    const ask = (at: TestGateway) => at.call('GET', '/api/v1/me', closed)
    expect((await ask(other)).status).toBe(200)
    await gateway.operator('PATCH', `/schools/${closed.schoolId}`, { status: 'suspended' })
    await until(403, () => ask(other))
    expect(await ask(gateway)).toMatchObject({ status: 403, body: { error: { reason: 'school_suspended' } } })
    expect((await other.call('GET', '/certificates/1', closed)).status).toBe(404)
    await gateway.operator('PATCH', `/schools/${closed.schoolId}`, { status: 'active' })
    await until(200, () => ask(other))
  })

  test('an unproven domain does not answer, a confirmed one answers at once, and a deleted one stops within a second', async () => {
    const host = 'second.example'
    const ask = () => other.call('GET', '/api/v1/me', { ...school, host })
    expect((await ask()).status).toBe(404)
    const domain = await gateway.call('POST', '/api/v1/domains', { ...school, body: { host } })
    expect(domain).toMatchObject({ status: 201, body: { status: 'pending' } })
    expect((await ask()).status).toBe(404)
    const confirmed = await gateway.operator('POST', `/schools/${school.schoolId}/domains/confirm`, { host })
    expect(confirmed).toMatchObject({ status: 201, body: { id: domain.body.id, status: 'active' } })
    await until(200, ask)
    await gateway.call('DELETE', `/api/v1/domains/${domain.body.id}`, school)
    await until(404, ask)
  })

  test('the last use of a key is recorded', async () => {
    const key = await issue({ name: 'k', kind: 'integration', role: 'manager' })
    const third = await startTestGateway(system)
    await me(third, key.api_key)
    await third.stop()
    const response = await gateway.call('GET', `/api/v1/api-keys/${key.id}`, school)
    expect(Date.parse(response.body.last_used_at)).toBe(now)
  })
})
