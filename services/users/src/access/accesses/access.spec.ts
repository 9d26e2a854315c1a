import { type Caller, type Id, newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'
import { manyPeople } from '../../testing/many-people.ts'

const dayMs = 86_400_000
let ahead = 0
/** What the tests before have gone ahead: time never goes back. */
let before = 0
const clock = { now: () => new Date(Date.now() + before + ahead) }
let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService], clock })
})
afterAll(() => system.stop())
afterEach(() => {
  before += ahead
  ahead = 0
})

const api = (caller: Caller) => system.client('users', usersContract.resources, caller)

/** Ann in a school of her own, and a course. */
async function school() {
  const caller = system.caller()
  const owner = api(caller)
  const ann = (await owner.users.create({ body: { email: 'ann@school.org' } })).id
  const course_id = newId('crs')
  const grant = (fields: object = {}) =>
    owner.accesses.create({ body: { user_id: ann, course_id, ...fields } })
  const get = (id: string) => owner.accesses.get({ path: { id } })
  const change = (id: string, body: object) => owner.accesses.update({ path: { id }, body })
  const emitted = async () => {
    const rows = await system.services.users!.runtime.system.rows({
      statement: {
        name: '',
        text: 'select payload from users.outbox where school_id = $1 order by position',
      },
      values: [caller.school],
    })
    const events = rows.map(([payload]) => JSON.parse(payload!))
    return events.filter(({ type }) => type?.startsWith('course.'))
  }
  const types = async () => (await emitted()).map(({ type }) => type.replace('course.access_', ''))
  return { caller, owner, ann, course_id, grant, get, change, emitted, types }
}

test('an access is granted manually, listed, and emitted with its source and term', async () => {
  const { owner, ann, course_id, grant, get, emitted, caller } = await school()
  const access = await grant({ term_days: 30 })
  expect(access).toMatchObject({
    user_id: ann,
    course_id,
    source: 'manual',
    status: 'active',
    order_id: null,
    group_id: null,
    version: 1,
  })
  expect(Date.parse(access.expires_at!) - Date.parse(access.starts_at)).toBe(30 * dayMs)
  expect(await get(access.id)).toEqual(access)
  const page = await owner.accesses.list({ query: { course_id, status: 'active', expand: 'user' } })
  expect(page.data).toMatchObject([{ id: access.id, user: { id: ann } }])
  expect((await owner.accesses.list({ query: { source: 'order' } })).data).toEqual([])
  expect(await emitted()).toMatchObject([
    {
      type: 'course.access_granted',
      data: { object: access },
      related: { user_id: ann, course_id, actor_id: caller.key },
    },
  ])
})

test('accesses are filtered by the times of their freeze and end', async () => {
  const { owner, grant, change } = await school()
  const [frozen, ended] = [await grant(), await grant({ course_id: newId('crs') })]
  await grant({ course_id: newId('crs') })
  await change(frozen.id, { status: 'frozen' })
  await owner.accesses.revoke({ path: { id: ended.id } })
  const ids = async (query: Record<string, string>) =>
    (await owner.accesses.list({ query })).data.map(({ id }) => id)
  expect(await ids({ 'frozen_at[gte]': frozen.created_at })).toEqual([frozen.id])
  expect(await ids({ 'ended_at[gte]': ended.created_at })).toEqual([ended.id])
  expect(await ids({ 'ended_at[lt]': ended.created_at })).toEqual([])
})

test.each([
  ['a person of another school', { user_id: newId('usr') }, 422, 'user_unknown'],
  ['a term that is over', { expires_at: '2020-01-01T00:00:00Z' }, 422, 'term_past'],
  ['two terms at once', { expires_at: '2090-01-01T00:00:00Z', term_days: 3 }, 400, 'invalid_body'],
  ['a source that only an order has', { source: 'order' }, 400, 'invalid_body'],
])('is refused: %s', async (_, fields, status, reason) => {
  const { grant } = await school()
  await expect(grant(fields)).rejects.toMatchObject({ status, reason })
})

test('deleted people get no access, blocked ones do', async () => {
  const { owner, ann, grant } = await school()
  await owner.users.update({ path: { id: ann }, body: { status: 'blocked' } })
  await expect(grant()).resolves.toBeTruthy()
  await owner.users.delete({ path: { id: ann } })
  await expect(grant({ source: 'gift' })).rejects.toMatchObject({ status: 422, reason: 'user_unknown' })
})

test('a person has one access of a source to a course at a time, also with simultaneous requests', async () => {
  const { grant, owner } = await school()
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => grant()))
  const granted = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
  expect(granted).toHaveLength(1)
  await expect(grant()).rejects.toMatchObject({ status: 409, reason: 'access_exists' })
  await expect(grant({ source: 'gift' })).resolves.toBeTruthy()
  await owner.accesses.revoke({ path: { id: granted[0]!.id } })
  await expect(grant()).resolves.toBeTruthy()
})

test('a revoked access stays revoked and is emitted once', async () => {
  const { owner, grant, get, change, types } = await school()
  const { id } = await grant()
  const revoke = () => owner.accesses.revoke({ path: { id } })
  expect(await revoke()).toEqual({ id, deleted: true })
  const revoked = await get(id)
  expect(revoked).toMatchObject({ status: 'revoked', ended_at: expect.any(String), version: 2 })
  await revoke()
  expect(await get(id)).toEqual(revoked)
  await expect(change(id, { extend_days: 3 })).rejects.toMatchObject({
    status: 409,
    reason: 'access_revoked',
  })
  expect(await types()).toEqual(['granted', 'revoked'])
})

test('freezing stops the clock: the end moves by the duration of the freeze', async () => {
  const { grant, change, emitted } = await school()
  const access = await grant({ term_days: 10 })
  ahead = 2 * dayMs
  const frozen = await change(access.id, { status: 'frozen' })
  expect(frozen).toMatchObject({ status: 'frozen', expires_at: access.expires_at })
  await expect(change(access.id, { expires_at: '2090-01-01T00:00:00Z' })).rejects.toMatchObject({
    status: 409,
    reason: 'access_frozen',
  })
  ahead = 42 * dayMs
  // Long past its end, but frozen: nothing expires.
  await system.services.users!.workOffTasks()
  const thawed = await change(access.id, { status: 'active' })
  expect(thawed).toMatchObject({ status: 'active', frozen_at: null })
  const remainingMs = Date.parse(thawed.expires_at!) - clock.now().getTime()
  expect(Math.abs(remainingMs - 8 * dayMs)).toBeLessThan(60_000)
  const [, , last] = await emitted()
  expect(last).toMatchObject({
    type: 'course.access_changed',
    data: { previous: { status: 'frozen', expires_at: access.expires_at, frozen_at: frozen.frozen_at } },
  })
})

test('a change to the present state changes and emits nothing', async () => {
  const { grant, change, types } = await school()
  const access = await grant({ term_days: 30 })
  expect(await change(access.id, {})).toEqual(access)
  expect(await change(access.id, { status: 'active', expires_at: access.expires_at })).toEqual(access)
  const frozen = await change(access.id, { status: 'frozen' })
  expect(await change(access.id, { status: 'frozen' })).toEqual(frozen)
  expect(await types()).toEqual(['granted', 'changed'])
})

test('a term ends by the clock, with one event, and can be extended again', async () => {
  const { owner, course_id, grant, get, change, types, emitted } = await school()
  const { id } = await grant({ term_days: 10 })
  const endless = await grant({ source: 'gift' })
  await change(id, { extend_days: 5 })
  ahead = 11 * dayMs
  await system.services.users!.workOffTasks()
  expect(await get(id)).toMatchObject({ status: 'active' })
  ahead = 16 * dayMs
  await Promise.all(Array.from({ length: 5 }, () => system.services.users!.workOffTasks()))
  const expired = await get(id)
  expect(expired).toMatchObject({ status: 'expired', ended_at: expect.any(String), version: 3 })
  expect(await get(endless.id)).toEqual(endless)
  expect(await types()).toEqual(['granted', 'granted', 'changed', 'expired'])
  expect((await emitted()).at(-1)).toMatchObject({
    data: { object: expired, previous: { status: 'active', ended_at: null } },
    related: { course_id },
  })
  await expect(change(id, { status: 'active' })).rejects.toMatchObject({
    status: 409,
    reason: 'access_expired',
  })
  const again = await change(id, { extend_days: 7 })
  expect(again).toMatchObject({ status: 'active', ended_at: null })
  expect(Date.parse(again.expires_at!) - clock.now().getTime()).toBeLessThanOrEqual(7 * dayMs)
  ahead = 24 * dayMs
  // The service's own scheduler, not called from here.
  await eventually('the end of the term', async () => (await get(id)).status === 'expired')
  expect((await owner.accesses.list({ query: { status: 'expired' } })).data).toHaveLength(1)
})

test('an ended access is extended only while there is no newer one of its kind', async () => {
  const { grant, change } = await school()
  const old = await grant({ term_days: 1 })
  ahead = 2 * dayMs
  await system.services.users!.workOffTasks()
  await grant()
  await expect(change(old.id, { extend_days: 5 })).rejects.toMatchObject({
    status: 409,
    reason: 'access_exists',
  })
})

test('many terms that end together, in several schools, end in one run', async () => {
  const { caller, owner, course_id, emitted } = await school()
  const elsewhere = await school()
  await elsewhere.grant({ term_days: 1 })
  const people = await manyPeople(system, caller, 60)
  await Promise.all(
    people.map(user_id => owner.accesses.create({ body: { user_id, course_id, term_days: 1 } })),
  )
  ahead = 2 * dayMs
  await system.services.users!.workOffTasks()
  const expired = (await emitted()).filter(({ type }) => type === 'course.access_expired')
  expect(new Set(expired.map(({ related }) => related.user_id)).size).toBe(60)
  expect(expired).toHaveLength(60)
  expect(await elsewhere.types()).toEqual(['granted', 'expired'])
})

test('a student sees their own accesses, a curator those of the people in their groups', async () => {
  const { caller, owner, ann, grant, course_id } = await school()
  const person = async (email: string, role: Caller['role']) =>
    (await owner.users.create({ body: { email, role } })).id
  const [bob, carl] = [await person('bob@school.org', 'student'), await person('carl@school.org', 'curator')]
  const { id: groupId } = await owner.groups.create({ body: { name: 'Spring', curator_id: carl } })
  await owner.members.add({ path: { id: groupId }, body: { user_id: bob } })
  const anns = await grant()
  const bobs = await owner.accesses.create({ body: { user_id: bob, course_id } })
  const seenBy = async (role: Caller['role'], user: Id<'usr'>) =>
    (await api({ ...caller, role, user }).accesses.list({})).data.map(({ id }) => id)
  expect(await seenBy('student', ann)).toEqual([anns.id])
  expect(await seenBy('curator', carl)).toEqual([bobs.id])
  const other = api({ ...caller, role: 'student', user: bob }).accesses.get({ path: { id: anns.id } })
  await expect(other).rejects.toMatchObject({ status: 404 })
})

test('a deleted person leaves their groups and loses their accesses', async () => {
  const { owner, ann, grant, get, types } = await school()
  const boss = await owner.users.create({ body: { email: 'boss@school.org', role: 'manager' } })
  const group = await owner.groups.create({ body: { name: 'Spring', curator_id: boss.id } })
  await owner.members.add({ path: { id: group.id }, body: { user_id: ann } })
  const { id } = await grant()
  for (const userId of [ann, boss.id]) await owner.users.delete({ path: { id: userId } })
  await eventually('the end of the right', async () => (await get(id)).status === 'revoked')
  expect((await owner.members.list({ path: { id: group.id } })).data).toEqual([])
  await eventually('a group without curator', async () => {
    const { curator_id } = await owner.groups.get({ path: { id: group.id } })
    return curator_id === null
  })
  expect(await types()).toEqual(['granted', 'revoked'])
  await expect(owner.groups.delete({ path: { id: group.id } })).resolves.toBeTruthy()
})
