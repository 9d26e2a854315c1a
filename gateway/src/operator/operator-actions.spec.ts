// The log of the platform team, from its requests to its list.
import { createHash } from 'node:crypto'
import { newId } from '@lms/contract'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'

const token = 'a-token-of-vera'
const hash = createHash('sha256').update(token).digest()
const day = 86_400_000

let now = Date.now()
let system: TestSystem
let gateway: TestGateway
beforeAll(async () => {
  const clock = { now: () => new Date(now) }
  system = await startSystem({ services: [usersService, siteService, serviceService], clock })
  gateway = await startTestGateway(system, { operators: [{ name: 'vera', role: 'viewer', hash }] })
})
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

const actionsOf = async (query: string) =>
  (await gateway.operator('GET', `/actions?${query}`)).body as {
    actions: Record<string, unknown>[]
    next: string | null
  }
const about = (school: string, most: number) =>
  eventually('the actions', async () => {
    const { actions } = await actionsOf(`school_id=${school}`)
    return actions.length >= most && actions
  })

test('what operators change, and what is refused to them, is in one log over all schools', async () => {
  const { schoolId: id, host } = await newSchool(gateway)
  const path = `/schools/${id}`
  await gateway.operator('PATCH', path, { name: 'Renamed' })
  expect((await gateway.operator('PATCH', path, { name: 'Taken' }, token)).status).toBe(403)
  expect((await gateway.operator('PATCH', path, { name: 7 })).status).toBe(400)
  await gateway.operator('GET', path)
  await gateway.operator('GET', path, undefined, token)

  const actions = await about(id, 5)
  const seen = actions.map(({ operator, role, operation, status, reason }) =>
    [operator, role, operation, status, reason].join(' '),
  )
  expect(seen.sort()).toEqual(
    [
      'operator admin POST /operator/v1/schools 201 ',
      'operator admin POST /operator/v1/schools/{id}/keys 201 ',
      'operator admin PATCH /operator/v1/schools/{id} 200 ',
      'vera viewer PATCH /operator/v1/schools/{id} 403 permission_missing',
      'operator admin PATCH /operator/v1/schools/{id} 400 invalid_body',
    ].sort(),
  )
  // Neither names nor values.
  for (const text of [host, 'Renamed', 'Taken', 'lms_']) expect(JSON.stringify(actions)).not.toContain(text)
  const byVera = await actionsOf('operator=vera')
  expect(byVera.actions).toMatchObject([{ operator: 'vera', school_id: id }])
  const { request_id } = actions.find(({ status }) => status === 200)!
  await eventually(
    'its trace',
    async () => (await gateway.operator('GET', `/trace/${request_id}`)).status === 200,
  )

  // What names no school is there as well; a token of nobody is not.
  await gateway.operator('PATCH', '/schools/nothing', { name: 'x' })
  await gateway.operator('PATCH', path, { name: 'x' }, 'wrong')
  const newest = await eventually('the last one', async () => {
    const { actions } = await actionsOf('')
    return actions[0]!.status === 404 && actions[0]
  })
  expect(newest).toMatchObject({ school_id: null, operator: 'operator' })
})

/** A request of an operator that waits for a lock of the database, and whose client leaves meanwhile. */
const leave = (lock: string, method: string, path: string, body: object) =>
  asOwner(system.ownerUrl, async owner => {
    await owner.query('begin')
    await owner.query(lock)
    const leaving = new AbortController()
    const answer = fetch(`${gateway.operatorUrl}/operator/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${gateway.operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: leaving.signal,
    })
    await eventually('the request to wait', async () => {
      const { rows } = await owner.query('select from pg_locks where not granted')
      return rows.length > 0
    })
    leaving.abort()
    await expect(answer).rejects.toThrow('abort')
    await owner.query('rollback')
  })

test('a change whose client has left is noted as it ended, with its school', async () => {
  const { schoolId: id } = await newSchool(gateway)
  await about(id, 2)
  const lock = `select from site.schools where id = '${id}' for update`
  await leave(lock, 'PATCH', `/schools/${id}`, { name: 'Renamed without an answer' })
  expect((await about(id, 3))[0]).toMatchObject({ status: 200, reason: 'client_left', school_id: id })
  expect((await gateway.operator('GET', `/schools/${id}`)).body.name).toBe('Renamed without an answer')

  const name = 'Made without an answer'
  await leave('lock table site.schools in share mode', 'POST', '/schools', {
    name,
    domains: ['left.example'],
  })
  const school = await eventually('the school', async () => {
    const { body } = await gateway.operator('GET', '/schools?q=left.example')
    return (body.data as { id: string }[])[0]
  })
  expect(await about(school.id, 1)).toMatchObject([{ status: 201, reason: 'client_left' }])
})

test('it is read in parts, and forgotten with the audit logs', async () => {
  const { schoolId: id } = await newSchool(gateway)
  await about(id, 2)
  await asOwner(system.ownerUrl, owner =>
    owner.query(
      `insert into service.operator_actions (id, operator, role, operation, school, status, request_id, created_at)
       select 'req_' || lpad(n::text, 26, '0'), 'old', 'admin', 'POST /x', $1, 200, repeat('a', 32), $2
       from generate_series(1, 600) n`,
      [id, new Date(now - 390 * day).toISOString()],
    ),
  )
  const first = await actionsOf(`school_id=${id}`)
  const second = await actionsOf(`school_id=${id}&before=${first.next}`)
  expect([first.actions.length, second.actions.length, second.next]).toEqual([500, 102, null])
  expect((await actionsOf(`school_id=${newId('sch')}`)).actions).toEqual([])

  now += 20 * day
  await eventually('the old ones to go', async () => {
    await system.services.service!.workOffTasks()
    return (await actionsOf('operator=old')).actions.length === 0
  })
  expect((await actionsOf(`school_id=${id}`)).actions).toHaveLength(2)
})
