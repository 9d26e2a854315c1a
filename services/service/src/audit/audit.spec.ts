import { type Caller, clientOf, newId } from '@lms/contract'
import { auditSubject } from '@lms/events'
import { siblingTransport, step, TokenSigner } from '@lms/service-host'
import { asOwner, eventually, newRequestId, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { auditDoor, serviceContract } from '../contract.ts'
import { serviceService } from '../service.ts'

describe('the audit log', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, serviceService] })
  })
  afterAll(() => system.stop())
  const users = (caller: Caller) => system.client('users', usersContract.resources, caller).users
  const log = (caller: Caller) => system.client('service', serviceContract.resources, caller).auditLog
  const door = () => {
    const config = system.configs.users!
    const signer = new TokenSigner(config.signing)
    const scope = { school: null, requestId: newRequestId() }
    return clientOf({ auditDoor }, siblingTransport(config, signer, 'service', scope)).auditDoor
  }
  const recorded = (caller: Caller, id: string) =>
    eventually('the audit record', async () => (await log(caller).list({ query: { object_id: id } })).data[0])

  test('a change is recorded with who did what to which object', async () => {
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

  test('a school reads only its own records, and only with the permission', async () => {
    const caller = system.caller()
    const bob = await users(caller).create({ body: { email: 'bob@school.org' } })
    await recorded(caller, bob.id)
    expect((await log(system.caller()).list({ query: { object_id: bob.id } })).data).toEqual([])
    const narrow = { ...caller, rights: [['users:read']] }
    await expect(log(narrow).list()).rejects.toMatchObject({ status: 403, reason: 'permission_missing' })
  })

  test('a record that comes twice is kept once, and one that cannot be read holds up nothing', async () => {
    const caller = system.caller()
    const { bus } = system.services.service!.runtime
    const cid = await users(caller).create({ body: { email: 'cid@school.org' } })
    const record = { ...(await recorded(caller, cid.id)), school_id: caller.school }
    const after = { ...record, id: newId('aud'), object_id: newId('usr') }
    for (const payload of [record, { id: 'nonsense' }, record, after])
      await bus.js.publish(auditSubject(caller.school), JSON.stringify(payload))
    await recorded(caller, after.object_id)
    const { data } = await log(caller).list({ query: { object_id: cid.id } })
    expect(data).toHaveLength(1)
  })

  test('the trace of a request holds its records, by the client’s own request id too', async () => {
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
    for (const id of [requestId, 'my call 7']) {
      const { records } = await door().trace({ path: { requestId: id } })
      expect(records).toEqual([
        expect.objectContaining({ school_id: caller.school, object_id: body.id, request_id: requestId }),
      ])
    }
    expect(await door().trace({ path: { requestId: newRequestId() } })).toEqual({ records: [] })
  })

  test('what is confirmed is what is kept, and the outbox of the teller empties', async () => {
    const caller = system.caller()
    const eve = await users(caller).create({ body: { email: 'eve@school.org' } })
    const { id } = await recorded(caller, eve.id)
    expect(await door().confirm({ body: { ids: [id, newId('aud')] } })).toEqual({ kept: [id] })
    await eventually('the outbox to let the record go', async () => {
      const rows = await system.services.users!.runtime.system.rows(
        step('select id from users.outbox where id = $1', [id]),
      )
      return rows.length === 0
    })
  })

  test('a record of any month has its partition, also when it came before the partition was made', async () => {
    const { system: database } = system.services.service!.runtime
    const far = (months: number) => `now() + interval '${months} months'`
    const insert = (months: number) => `
      insert into service.audit_log select 'sch_x', service.first_audit_id(${far(months)}) || 'xyz', 'users',
      'POST /v1/users', null, null, null, null, 201, 'r', null, '[]', 1, ${far(months)}`
    const partitionOf = () =>
      asOwner(system.ownerUrl, async client => {
        const text = `select tableoid::regclass::text as name from service.audit_log where school_id = 'sch_x'`
        return (await client.query(text)).rows.map(row => row.name)
      })
    await database.run([step(insert(8))])
    expect(await partitionOf()).toEqual(['service.audit_log_other'])
    await database.run([step(`select service.make_audit_partitions(${far(9)})`)])
    expect(await partitionOf()).toEqual([expect.stringMatching(/^service\.audit_log_\d{4}_\d\d$/)])
  })
})
