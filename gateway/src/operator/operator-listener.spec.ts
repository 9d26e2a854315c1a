import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import type { Trace } from './trace.ts'

describe("the platform team's API", () => {
  let system: TestSystem
  let gateway: TestGateway
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService, serviceService, webhooksService] })
    gateway = await startTestGateway(system)
  })
  afterAll(async () => {
    await gateway.stop()
    await system.stop()
  })
  let made = 0
  const host = () => `operator-${++made}.example`

  test.each(['', 'wrong', 'lms_operator_'])('the token %j is refused', async token => {
    for (const path of ['/schools', '/nothing']) {
      const answer = await gateway.operator('GET', path, undefined, token)
      expect(answer).toMatchObject({ status: 401, body: { error: { reason: 'credential_invalid' } } })
    }
  })

  test('a key of a school is refused here, and the operator’s token there', async () => {
    const school = await newSchool(gateway)
    expect((await gateway.operator('GET', '/schools', undefined, school.key)).status).toBe(401)
    const answer = await gateway.call('GET', '/api/v1/me', { host: school.host, key: gateway.operatorToken })
    expect(answer.status).toBe(401)
    expect((await gateway.call('GET', '/operator/v1/schools', school)).status).toBe(404)
  })

  test('a proxy learns without a token which names may have a certificate', async () => {
    const school = await newSchool(gateway)
    const check = async (domain: string, method = 'GET') =>
      (await fetch(`${gateway.operatorUrl}/domains/check?domain=${encodeURIComponent(domain)}`, { method }))
        .status
    for (const name of [school.host, school.host.toUpperCase(), `${school.host}.`])
      expect(await check(name)).toBe(200)
    const pending = host()
    await gateway.call('POST', '/api/v1/domains', { ...school, body: { host: pending } })
    for (const name of [pending, host(), `www.${school.host}`, '', '127.0.0.1', '*', `${school.host}/x`])
      expect(await check(name)).toBe(404)
    expect((await fetch(`${gateway.operatorUrl}/domains/check`)).status).toBe(404)
    await gateway.operator('PATCH', `/schools/${school.schoolId}`, { status: 'suspended' })
    await eventually('the suspension', async () => (await check(school.host)) === 404)
    // The schools' own listener has no such address.
    const there = await gateway.call('GET', `/domains/check?domain=${school.host}`, { host: school.host })
    expect(there.status).toBe(404)
  })

  test('a monitor of certificates gets the active domains of active schools', async () => {
    const [school, suspended] = [await newSchool(gateway), await newSchool(gateway)]
    await gateway.operator('PATCH', `/schools/${suspended.schoolId}`, { status: 'suspended' })
    const { status, body } = await gateway.operator('GET', '/domains/targets')
    expect(status).toBe(200)
    expect(body).toEqual([{ targets: expect.any(Array), labels: {} }])
    expect(body[0].targets).toContain(`${school.host}:443`)
    expect(body[0].targets).not.toContain(`${suspended.host}:443`)
  })

  test('giving up a restore of a school that is there removes nothing, and says so', async () => {
    const school = await newSchool(gateway)
    const giveUp = () => gateway.operator('POST', `/schools/${school.schoolId}/restore/give-up`)
    const nothing = { status: 409, body: { error: { reason: 'restore_not_begun' } } }
    expect(await giveUp()).toMatchObject(nothing)
    await gateway.operator('POST', `/schools/${school.schoolId}/restore`, { size: 5000 })
    const answer = await giveUp()
    expect(answer).toMatchObject(nothing)
    expect(answer.body.error.message).toContain('Nothing was to give up')
    expect((await gateway.call('GET', '/api/v1/me', school)).status).toBe(200)
  })

  test('queues and keys of all schools are listed, without values', async () => {
    const schools = [await newSchool(gateway), await newSchool(gateway)]
    const answer = await gateway.operator('GET', '/keys')
    expect(answer).toMatchObject({ status: 200, body: { next: null } })
    const { body } = answer
    for (const { schoolId, key } of schools) {
      const [one] = body.keys.filter(({ school_id }: any) => school_id === schoolId)
      expect(one).toMatchObject({ kind: 'integration', role: 'owner' })
      expect(JSON.stringify(body)).not.toContain(key)
    }
    const queues = await gateway.operator('GET', '/queues')
    expect(queues).toMatchObject({ status: 200, body: { away: [] } })
    await asOwner(system.ownerUrl, owner =>
      owner.query(
        `insert into users.tasks (school_id, id, queue, key, payload, status, failures, due_at, failed_at, created_at, request_id)
         select $1, 'job_' || n, 'leave-tag', n::text, '{}', 'failed', 3, now(), now(), now(), 'r' from generate_series(1, 2) n`,
        [schools[0]!.schoolId],
      ),
    )
    const failed = (await gateway.operator('GET', '/queues')).body.queues[0]
    expect(failed).toMatchObject({
      ...{ service: 'users', queue: 'leave-tag', school_id: schools[0]!.schoolId, failed: 2, length: 0 },
    })
  })

  test('a school is created, found, listed in pages, changed', async () => {
    const name = `Listed ${host()}`
    const schools = []
    for (let count = 0; count < 3; count++) {
      const answer = await gateway.operator('POST', '/schools', { name, domains: [host()] })
      expect(answer).toMatchObject({ status: 201, body: { name, status: 'active' } })
      schools.push(answer.body)
    }
    const [first] = schools
    expect((await gateway.operator('GET', `/schools/${first.id}`)).body).toEqual(first)
    const listedIds: string[] = []
    let cursor = ''
    do {
      const page = await gateway.operator('GET', `/schools?q=${encodeURIComponent(name)}&limit=2${cursor}`)
      expect(page.status).toBe(200)
      listedIds.push(...page.body.data.map((school: { id: string }) => school.id))
      cursor = page.body.next_cursor ? `&cursor=${page.body.next_cursor}` : ''
    } while (cursor)
    expect(listedIds).toEqual(schools.map(({ id }) => id).reverse())
    const changes = { name: 'New name', limits: { key_rate: 9 } }
    const changed = await gateway.operator('PATCH', `/schools/${first.id}`, changes)
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'New name', limits: { key_rate: 9 }, version: 2 },
    })
  })

  test('a school gets a further domain, also a local one, and its first keys, and the domain goes again', async () => {
    const school = await newSchool(gateway)
    const path = `/schools/${school.schoolId}`
    const local = `${host()}.localhost`
    const domain = await gateway.operator('POST', `${path}/domains`, { host: local })
    expect(domain).toMatchObject({ status: 201, body: { host: local, primary: false } })
    const key = await gateway.operator('POST', `${path}/keys`, {
      name: 'reader',
      role: 'manager',
      kind: 'integration',
      scope: ['users:read'],
    })
    expect(key).toMatchObject({ status: 201, body: { role: 'manager', scope: ['users:read'] } })
    const me = await gateway.call('GET', '/api/v1/me', { host: local, key: key.body.api_key })
    expect(me).toMatchObject({ status: 200, body: { key_id: key.body.id } })
    const response = await gateway.operator('POST', `${path}/domains/remove`, { host: local })
    expect(response).toMatchObject({ status: 200, body: { id: domain.body.id, deleted: true } })
    // The gateway hears of it a moment later.
    const ask = () => gateway.call('GET', '/api/v1/me', { host: local, key: key.body.api_key })
    await eventually('the domain to be silent', async () => (await ask()).status === 404)
  })

  test('invalid requests are refused in the common error shape', async () => {
    const takenHost = host()
    await newSchool(gateway, 'Taken', takenHost)
    const twice = await gateway.operator('POST', '/schools', { name: 'Twice', domains: [takenHost] })
    expect(twice).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', reason: 'domain_taken' } },
    })
    const bad = await gateway.operator('POST', '/schools', { name: '', domains: ['1.2.3.4'], more: 1 })
    expect(bad).toMatchObject({ status: 400, body: { error: { reason: 'invalid_body' } } })
    expect(bad.body.error.details.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['body.name', 'body.domains.0']),
    )
    expect((await gateway.operator('POST', '/schools', 'no json')).status).toBe(400)
    for (const id of ['sch_01h455vb4pex5vsknk084sn02q', 'nonsense', '%zz']) {
      expect((await gateway.operator('GET', `/schools/${id}`)).status).toBe(404)
      const key = { name: 'k', role: 'owner', kind: 'integration', scope: ['*'] }
      expect((await gateway.operator('POST', `/schools/${id}/keys`, key)).status).toBe(404)
    }
    const unknown = await gateway.operator('DELETE', '/schools')
    expect(unknown).toMatchObject({ status: 404, body: { error: { reason: 'no_such_operation' } } })
    expect(unknown.body.error.request_id).toBe(unknown.headers['x-request-id'])
  })

  test('a request is traced from its change to the journal, in one tree', async () => {
    const school = await newSchool(gateway)
    const person = await gateway.call('POST', '/api/v1/users', {
      ...school,
      body: { email: 'traced@a.example' },
      headers: { 'x-request-id': 'my-own-id' },
    })
    const requestId = person.headers['x-request-id']
    const tree = await eventually('the event in the journal', async () => {
      const { status, body } = await gateway.operator('GET', `/trace/${requestId}`)
      const journaled = status === 200 && body.transactions[0]?.events[0]?.state === 'journaled'
      return journaled ? (body as Trace) : null
    })
    expect(tree).toMatchObject({
      request_id: requestId,
      transactions: [
        {
          service: 'users',
          operation: 'POST /v1/users',
          status: 201,
          object_id: person.body.id,
          school_id: school.schoolId,
          client_request_id: 'my-own-id',
          events: [{ type: 'user.created', state: 'journaled', sequence: 1, deliveries: [] }],
        },
      ],
      events: [],
      away: [],
    })
  })

  test('changes of the platform team can be traced, too', async () => {
    const answer = await gateway.operator('POST', '/schools', { name: 'Traced', domains: [host()] })
    const requestId = answer.headers['x-request-id']
    const tree = await eventually('the audit record', async () => {
      const { status, body } = await gateway.operator('GET', `/trace/${requestId}`)
      return status === 200 ? (body as Trace) : null
    })
    expect(tree.transactions).toMatchObject([
      {
        service: 'site',
        operation: 'POST /operator/v1/schools',
        role: 'platform',
        object_id: answer.body.id,
      },
    ])
  })

  test('what the platform team does inside a school stands in its audit log, with who did it', async () => {
    const school = await newSchool(gateway)
    const key = await gateway.operator('POST', `/schools/${school.schoolId}/keys`, {
      name: 'Help',
      kind: 'integration',
      role: 'manager',
      scope: ['*:read'],
    })
    expect(key.status).toBe(201)
    const { headers } = await gateway.call('GET', '/api/v1/nothing', school)
    const traceOf = (id: string) => gateway.operator('GET', `/trace/${id}`)
    await eventually('the trace', async () => (await traceOf(headers['x-request-id']!)).status === 200)
    await gateway.operator('GET', `/schools/${school.schoolId}/usage?from=2026-11-01&to=2026-11-30`)
    const records = await eventually('the records', async () => {
      const { body } = await gateway.call('GET', '/api/v1/audit-log?role=platform&sort=created_at', school)
      // The last one comes last.
      return body.data.some(({ operation }: any) => operation.endsWith('/usage')) ? body.data : null
    })
    const seen = records.map(({ operation, operator, role, key_id }: any) => [
      operation,
      operator,
      role,
      key_id,
    ])
    expect(seen).toContainEqual(['POST /operator/v1/schools', 'operator', 'platform', null])
    for (const operation of ['POST /operator/v1/schools/{id}/keys', 'GET /operator/v1/trace/{requestId}'])
      expect(seen).toContainEqual([operation, 'operator', 'platform', null])
    expect(seen).toContainEqual(['GET /operator/v1/schools/{id}/usage', 'operator', 'platform', null])
  })

  test('an unknown request has no trace', async () => {
    const answer = await gateway.operator('GET', `/trace/${'0'.repeat(32)}`)
    expect(answer).toMatchObject({ status: 404, body: { error: { reason: 'not_found' } } })
  })

  test('the load of each school is counted', async () => {
    const school = await newSchool(gateway)
    for (let count = 0; count < 3; count++) await gateway.call('GET', '/api/v1/me', school)
    const { body } = await gateway.operator('GET', '/load')
    const mine = body.schools.find(({ school_id }: { school_id: string }) => school_id === school.schoolId)
    expect(mine).toMatchObject({ requests: 3, limited: 0, failed: 0 })
  })

  test('the state of every service is listed, with the unavailable ones by name', async () => {
    const answer = await gateway.operator('GET', '/health')
    expect(answer.status).toBe(200)
    expect(answer.body.away).toEqual([])
    expect(answer.body.services.map(({ service }: { service: string }) => service)).toEqual([
      'service',
      'site',
      'users',
      'webhooks',
    ])
    await system.services.webhooks!.stop()
    expect((await gateway.operator('GET', '/health')).body.away).toEqual(['webhooks'])
    const trace = await gateway.operator('GET', `/trace/${'0'.repeat(32)}`)
    expect(trace).toMatchObject({ status: 200, body: { transactions: [], away: ['webhooks'] } })
  })

  test('it reports its readiness without a token', async () => {
    await eventually('readiness', async () => (await fetch(`${gateway.operatorUrl}/readyz`)).ok)
    expect((await fetch(`${gateway.operatorUrl}/healthz`)).status).toBe(200)
  })
})
