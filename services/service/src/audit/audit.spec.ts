import { type Caller, newId } from '@lms/contract'
import { auditSubject } from '@lms/events'
import { step } from '@lms/service-host'
import { asOwner, eventually, newRequestId, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { auditInternalApi, serviceContract } from '../contract.ts'
import { keepPartitions } from '../partitions.ts'
import { serviceService } from '../service.ts'

describe('the audit log', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, serviceService] })
  })
  afterAll(() => system.stop())
  const users = (caller: Caller) => system.client('users', usersContract.resources, caller).users
  const log = (caller: Caller) => system.client('service', serviceContract.resources, caller).auditLog
  const gateway = (as = 'gateway') =>
    system.internal('service', { auditInternalApi }, { as }).auditInternalApi
  const recorded = (caller: Caller, id: string) =>
    eventually('the audit record', async () => (await log(caller).list({ query: { object_id: id } })).data[0])

  test('a change is recorded with its caller, operation and object', async () => {
    const caller = system.caller()
    const ann = await users(caller).create({ body: { email: 'ann@school.org' } })
    expect(await recorded(caller, ann.id)).toMatchObject({
      service: 'users',
      operation: 'POST /v1/users',
      object_id: ann.id,
      key_id: caller.key,
      actor_user_id: null,
      role: 'owner',
      status: 201,
      event_ids: [expect.stringMatching(/^evt_/)],
    })
  })

  test('a record says what was changed, and of a person only which fields', async () => {
    const caller = system.caller()
    const { tags } = system.client('users', usersContract.resources, caller)
    const tag = await tags.create({ body: { name: 'VIP' } })
    await tags.update({ path: { id: tag.id }, body: { name: 'Guest' } })
    const ann = await users(caller).create({ body: { email: 'ann@school.org', first_name: 'Ann' } })
    await users(caller).update({ path: { id: ann.id }, body: { first_name: 'Anna', status: 'blocked' } })
    const changed = (id: string) =>
      eventually('the record of the change', async () => {
        const { data } = await log(caller).list({ query: { object_id: id } })
        return data.find(({ operation }) => operation.startsWith('PATCH'))
      })
    expect(await changed(tag.id)).toMatchObject({
      ...{ way: 'api', answer: null },
      changes: [{ field: 'name', before: 'VIP', after: 'Guest', shown: true }],
    })
    const { changes } = await changed(ann.id)
    expect(changes).toContainEqual({ field: 'status', before: 'active', after: 'blocked', shown: true })
    expect(changes).toContainEqual({ field: 'first_name', before: null, after: null, shown: false })
    expect(JSON.stringify(changes)).not.toContain('Ann')
    const made = (await log(caller).list({ query: { object_id: tag.id } })).data
    expect(made.find(({ operation }) => operation.startsWith('POST'))!.changes).toEqual([])
    const session = { ...caller, key: newId('ses'), kind: 'session' as const }
    await users(session).update({ path: { id: ann.id }, body: { status: 'active' } })
    await eventually('the record of the session', async () => {
      const { data } = await log(caller).list({ query: { object_id: ann.id, way: 'console' } })
      return data.length === 1
    })
  })

  test('who reads contacts of many people is recorded, once for all pages', async () => {
    const caller = system.caller()
    await Promise.all(
      Array.from({ length: 101 }, (_, index) =>
        users(caller).create({ body: { email: `p${index}@school.org` } }),
      ),
    )
    const reads = async () =>
      (await log(caller).list({ query: { operation: 'GET /v1/users' } })).data.map(each => each.key_id)
    await users(caller).list({ query: { limit: 99 } })
    await users(caller).list({ query: { limit: 100 } })
    await eventually('the record', async () => (await reads()).length > 0)
    await users(caller).list({ query: { limit: 100 } })
    const last = await users(caller).create({ body: { email: 'last@school.org' } })
    await recorded(caller, last.id)
    expect(await reads()).toEqual([caller.key])
  })

  test('a school reads only its own records, and only with the permission', async () => {
    const caller = system.caller()
    const bob = await users(caller).create({ body: { email: 'bob@school.org' } })
    await recorded(caller, bob.id)
    expect((await log(system.caller()).list({ query: { object_id: bob.id } })).data).toEqual([])
    const narrow = { ...caller, rights: [['users:read']] }
    await expect(log(narrow).list()).rejects.toMatchObject({ status: 403, reason: 'permission_missing' })
  })

  test('a duplicate record is stored once, and an unreadable one delays nothing', async () => {
    const caller = system.caller()
    const { bus } = system
    const cid = await users(caller).create({ body: { email: 'cid@school.org' } })
    const record = { ...(await recorded(caller, cid.id)), school_id: caller.school }
    const after = { ...record, id: newId('aud'), object_id: newId('usr') }
    for (const payload of [record, { id: 'nonsense' }, record, after])
      await bus.js.publish(auditSubject(caller.school, 'users'), JSON.stringify(payload))
    await recorded(caller, after.object_id)
    const { data } = await log(caller).list({ query: { object_id: cid.id } })
    expect(data).toHaveLength(1)
  })

  test('the trace of a request contains its records, also by the client’s own request id', async () => {
    const caller = system.caller()
    const requestId = newRequestId()
    const { body } = await system.request('users', {
      method: 'POST',
      path: '/v1/users',
      body: { email: 'dan@school.org' },
      headers: { 'x-request-id': requestId, 'x-client-request-id': 'my call 7' },
      caller,
    })
    await recorded(caller, body.id)
    const logPage = await log(caller).list({ query: { client_request_id: 'my call 7' } })
    expect(logPage.data).toMatchObject([{ request_id: requestId, object_id: body.id }])
    for (const id of [requestId, 'my call 7']) {
      const { records } = await gateway().trace({ path: { requestId: id } })
      expect(records).toEqual([
        expect.objectContaining({ school_id: caller.school, object_id: body.id, request_id: requestId }),
      ])
    }
    expect(await gateway().trace({ path: { requestId: newRequestId() } })).toEqual({ records: [] })
  })

  test('stored records are confirmed, and the outbox of their service empties', async () => {
    const caller = system.caller()
    const eve = await users(caller).create({ body: { email: 'eve@school.org' } })
    const { id } = await recorded(caller, eve.id)
    expect(await gateway('users').confirm({ body: { ids: [id, newId('aud')] } })).toEqual({ kept: [id] })
    await eventually('the outbox to let the record go', async () => {
      const rows = await system.services.users!.runtime.system.rows(
        step('select id from users.outbox where id = $1', [id]),
      )
      return rows.length === 0
    })
  })

  test('a record of any month has its partition, even if no job has created it yet', async () => {
    const caller = system.caller()
    const { bus } = system
    const fay = await users(caller).create({ body: { email: 'fay@school.org' } })
    const record = { ...(await recorded(caller, fay.id)), school_id: caller.school }
    // An id begins with the milliseconds of its making: this one is of the year 2060.
    const far = { ...record, id: `aud_02${newId('aud').slice(6)}`, object_id: newId('usr') }
    await bus.js.publish(auditSubject(caller.school, 'users'), JSON.stringify(far))
    await recorded(caller, far.object_id)
    const rows = await asOwner(system.ownerUrl, client =>
      client.query('select tableoid::regclass::text as name from service.audit_log where id = $1', [far.id]),
    )
    expect(rows.rows[0].name).toMatch(/^service\.audit_log_\d+$/)
  })

  test('records beyond their retention are dropped with their partition', async () => {
    const { runtime } = system.services.service!
    const oldest = (table: string) =>
      asOwner(system.ownerUrl, async client => {
        const text = `select min(right(inhrelid::regclass::text, 8)) as first from pg_inherits where inhparent = $1::regclass`
        const [{ first }] = (await client.query(text, [`service.${table}`])).rows
        return (Date.now() - Date.parse(first.replace(/(....)(..)(..)/, '$1-$2-$3'))) / (24 * 3600_000)
      })
    for (const [table, days, width] of [
      ['audit_log', 400, 31],
      ['requests', 30, 7],
    ] as const) {
      await asOwner(system.ownerUrl, client =>
        client.query('select service.make_partitions($1, now() - make_interval(days => $2), now())', [
          table,
          days + 100,
        ]),
      )
      await asOwner(system.ownerUrl, client => client.query('delete from service.late_partitions'))
      expect(await oldest(table)).toBeGreaterThan(days + 90)
      await keepPartitions.runAll(runtime)
      expect(await oldest(table)).toBeLessThan(days + width)
      expect(await oldest(table)).toBeGreaterThan(days - width)
    }
  })
})
