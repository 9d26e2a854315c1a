// Accesses of members to the courses of a group.

import { type Caller, type Id, newId } from '@lms/contract'
import { inSchool } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'
import { manyPeople } from '../../testing/many-people.ts'
import { GroupStore } from '../groups/group.store.ts'
import { MemberStore } from '../groups/member.store.ts'
import { AccessStore } from './access.store.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService] })
})
afterAll(() => system.stop())

const api = (caller: Caller) => system.client('users', usersContract.resources, caller)

/** Ann, and a group that studies mathematics. */
async function school() {
  const caller = system.caller()
  const owner = api(caller)
  const [math, chess] = [newId('crs'), newId('crs')]
  const person = async (email: string) => (await owner.users.create({ body: { email } })).id
  const ann = await person('ann@school.org')
  const group = await owner.groups.create({ body: { name: 'Spring', course_ids: [math] } })
  const join = (user_id: Id<'usr'>, id = group.id) => owner.members.add({ path: { id }, body: { user_id } })
  const leave = (userId: string, id = group.id) => owner.members.delete({ path: { id, userId } })
  const study = (...course_ids: Id<'crs'>[]) =>
    owner.groups.update({ path: { id: group.id }, body: { course_ids } })
  /** The courses of a person, after all queued tasks. */
  const opened = async (user_id: string) => {
    await system.services.users!.workOffTasks()
    const { data } = await owner.accesses.list({ query: { user_id, status: 'active', sort: 'created_at' } })
    return data.map(({ course_id }) => course_id)
  }
  const emitted = async () => {
    const rows = await system.services.users!.runtime.system.rows({
      statement: {
        name: '',
        text: 'select payload from users.outbox where school_id = $1 order by position',
      },
      values: [caller.school],
    })
    const events = rows.map(([payload]) => JSON.parse(payload!))
    return events.filter(({ type }) => type?.startsWith('course.')).map(({ type }) => type)
  }
  return { caller, owner, math, chess, person, ann, group, join, leave, study, opened, emitted }
}

test('a group gives its courses during membership', async () => {
  const { owner, ann, math, group, join, leave, opened, emitted } = await school()
  await join(ann)
  expect(await opened(ann)).toEqual([math])
  const [access] = (await owner.accesses.list({ query: { group_id: group.id } })).data
  expect(access).toMatchObject({ source: 'group', group_id: group.id, expires_at: null })
  await leave(ann)
  expect(await opened(ann)).toEqual([])
  await join(ann)
  expect(await opened(ann)).toEqual([math])
  expect(await emitted()).toEqual(['course.access_granted', 'course.access_revoked', 'course.access_granted'])
})

test("the runner does it without a test's help", async () => {
  const { owner, ann, join } = await school()
  await join(ann)
  await eventually('the access of the group', async () => {
    const { data } = await owner.accesses.list({ query: { user_id: ann } })
    return data.length > 0
  })
})

test('added and removed courses change the accesses of every member', async () => {
  const { ann, person, math, chess, join, study, opened } = await school()
  const bob = await person('bob@school.org')
  for (const each of [ann, bob]) await join(each)
  expect(await opened(bob)).toEqual([math])
  await study(chess)
  for (const each of [ann, bob]) expect(await opened(each)).toEqual([chess])
  await study()
  for (const each of [ann, bob]) expect(await opened(each)).toEqual([])
})

test('an access from a group can be frozen, and not otherwise changed or revoked manually', async () => {
  const { owner, ann, join, leave, opened } = await school()
  await join(ann)
  await opened(ann)
  const [access] = (await owner.accesses.list({ query: { user_id: ann } })).data
  const path = { id: access!.id }
  const fromGroup = { status: 409, reason: 'access_from_group' }
  await expect(owner.accesses.revoke({ path })).rejects.toMatchObject(fromGroup)
  await expect(owner.accesses.update({ path, body: { expires_at: null } })).rejects.toMatchObject(fromGroup)
  await owner.accesses.update({ path, body: { status: 'frozen' } })
  expect(await opened(ann)).toEqual([])
  expect((await owner.accesses.get({ path })).status).toBe('frozen')
  await leave(ann)
  await opened(ann)
  expect((await owner.accesses.get({ path })).status).toBe('revoked')
})

test('in a transfer the courses of both flows stay, and the others change', async () => {
  const { owner, ann, math, chess, group, join, opened, emitted } = await school()
  await owner.groups.update({
    path: { id: group.id },
    body: { starts_at: '2026-03-01T00:00:00Z', course_ids: [math, chess] },
  })
  const april = await owner.groups.create({
    body: { name: 'April', starts_at: '2026-04-01T00:00:00Z', course_ids: [math] },
  })
  await join(ann)
  expect(new Set(await opened(ann))).toEqual(new Set([math, chess]))
  await owner.transfers.move({ path: { id: april.id }, body: { user_id: ann } })
  expect(await opened(ann)).toEqual([math])
  const { data } = await owner.accesses.list({ query: { user_id: ann, status: 'active' } })
  // It is the access of before, in the other flow.
  expect(data).toMatchObject([{ group_id: april.id, version: 2 }])
  expect((await emitted()).slice(2)).toEqual(['course.access_changed', 'course.access_revoked'])
})

test('a person who joins and leaves repeatedly ends in the final state', async () => {
  const { owner, ann, math, chess, group, join, leave, study, opened } = await school()
  const changes = Array.from({ length: 10 }, async (_, index) => {
    if (index % 3 === 0) await study(math, chess)
    else if (index % 2 === 0) await leave(ann).catch(() => {})
    else await join(ann)
    await system.services.users!.workOffTasks()
  })
  await Promise.allSettled(changes)
  await leave(ann).catch(() => {})
  expect(await opened(ann)).toEqual([])
  await join(ann)
  expect(await opened(ann)).toHaveLength(2)
  const page = await owner.accesses.list({ query: { group_id: group.id, status: 'active' } })
  expect(page.data).toHaveLength(2)
})

test('the accesses of one person move to another, who keeps their own', async () => {
  const { caller, owner, ann, person, math, chess, group, join, study, opened } = await school()
  await study(math, chess)
  const [bob, boss] = [await person('bob@school.org'), await person('boss@school.org')]
  const other = await owner.groups.create({ body: { name: 'Autumn' } })
  for (const each of [ann, bob]) await join(each)
  await join(ann, other.id)
  const grant = (user_id: Id<'usr'>, course_id: Id<'crs'>) =>
    owner.accesses.create({ body: { user_id, course_id } })
  const [own, annsOwn, annsAlone] = [await grant(bob, math), await grant(ann, math), await grant(ann, chess)]
  await opened(ann)
  const { runtime } = system.services.users!
  await inSchool(caller.school, runtime, async ({ work }) => {
    new MemberStore(work).reassign(ann, bob)
    new AccessStore(work).reassign(ann, bob)
    new GroupStore(work).reassign(ann, boss)
  })
  expect(await opened(ann)).toEqual([])
  await opened(bob)
  const members = async (id: string) => (await owner.members.list({ path: { id } })).data
  for (const { id } of [group, other]) expect((await members(id)).map(one => one.user_id)).toEqual([bob])
  const { data } = await owner.accesses.list({ query: { user_id: bob, status: 'active' } })
  const ids = (source: string) => new Set(data.filter(one => one.source === source).map(({ id }) => id))
  expect(ids('manual')).toEqual(new Set([own.id, annsOwn.id, annsAlone.id]))
  const fromGroup = data.filter(({ source }) => source === 'group').map(({ course_id }) => course_id)
  expect(fromGroup.sort()).toEqual([math, chess].sort())
  await expect(grant(bob, chess)).rejects.toMatchObject({ reason: 'access_exists' })
})

test('many simultaneous members get their accesses in batches, each once', async () => {
  const { caller, owner, group, opened, emitted } = await school()
  const people = await manyPeople(system, caller, 230)
  await owner.members.add({ path: { id: group.id }, body: { user_ids: people } })
  await opened(people[0]!)
  const page = await owner.accesses.list({ query: { group_id: group.id, limit: 1000 } })
  expect(new Set(page.data.map(({ user_id }) => user_id)).size).toBe(230)
  expect(page.data).toHaveLength(230)
  expect(await emitted()).toHaveLength(230)
})
