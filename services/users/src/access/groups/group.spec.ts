import { type Caller, type Id, newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'
import { manyPeople } from '../../testing/many-people.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService] })
})
afterAll(() => system.stop())

type UserId = Id<'usr'>
const api = (caller: Caller) => system.client('users', usersContract.resources, caller)

/** A school with the objects of the tests. */
function school() {
  const caller = system.caller()
  const owner = api(caller)
  let people = 0
  const person = async (fields: object = {}) =>
    (await owner.users.create({ body: { email: `p${people++}@school.org`, ...fields } })).id
  const group = (fields: object = {}) => owner.groups.create({ body: { name: 'Spring', ...fields } })
  const flow = (day: string, fields: object = {}) => group({ starts_at: `${day}T00:00:00Z`, ...fields })
  const join = (groupId: string, user_id: UserId) =>
    owner.members.add({ path: { id: groupId }, body: { user_id } })
  const as = (role: Caller['role'], user: UserId) => api({ ...caller, role, user })
  return { caller, owner, person, group, flow, join, as }
}

/** The events of a type that the school emitted, oldest first. */
async function emitted(caller: Caller, type: string) {
  const rows = await system.services.users!.runtime.system.rows({
    statement: { name: '', text: 'select payload from users.outbox where school_id = $1 order by position' },
    values: [caller.school],
  })
  return rows.map(([payload]) => JSON.parse(payload!)).filter(event => event.type === type)
}

describe('groups', () => {
  test('a group is created, found by its name, changed and deleted', async () => {
    const { owner, group } = school()
    const createdGroup = await group({ description: 'Beginners' })
    expect(createdGroup).toMatchObject({ curator_id: null, starts_at: null, course_ids: [], version: 1 })
    expect((await owner.groups.list({ query: { q: 'SPRI' } })).data).toEqual([createdGroup])
    const course_ids = [newId('crs'), newId('crs')]
    const changed = await owner.groups.update({
      path: { id: createdGroup.id },
      body: { starts_at: '2026-03-01T00:00:00+03:00', course_ids: [...course_ids, course_ids[0]!] },
    })
    expect(changed).toMatchObject({ starts_at: '2026-02-28T21:00:00.000+00:00', course_ids, version: 2 })
    expect((await owner.groups.list({ query: { course_id: course_ids[1]! } })).data).toEqual([changed])
    expect(await owner.groups.delete({ path: { id: createdGroup.id } })).toEqual({
      id: createdGroup.id,
      deleted: true,
    })
    await expect(owner.groups.get({ path: { id: createdGroup.id } })).rejects.toMatchObject({ status: 404 })
  })

  test('a group with members is not deleted, an empty one is', async () => {
    const { owner, group, person, join } = school()
    const [{ id }, ann] = [await group(), await person()]
    await join(id, ann)
    await expect(owner.groups.delete({ path: { id } })).rejects.toMatchObject({
      status: 409,
      reason: 'group_not_empty',
    })
    await owner.members.delete({ path: { id, userId: ann } })
    await expect(owner.groups.delete({ path: { id } })).resolves.toBeTruthy()
  })

  test('a group is not deleted during the addition of a member', async () => {
    const { owner, group, person, join } = school()
    const ann = await person()
    for (let round = 0; round < 8; round++) {
      const { id } = await group()
      const [joined, removed] = await Promise.allSettled([
        join(id, ann),
        owner.groups.delete({ path: { id } }),
      ])
      expect([joined.status, removed.status].sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  test('a curator is an active person of role curator or above', async () => {
    const { owner, group, person } = school()
    const [curator, student] = [await person({ role: 'curator' }), await person()]
    const createdGroup = await group({ curator_id: curator })
    const [listedGroup] = (await owner.groups.list({ query: { expand: 'curator' } })).data
    expect(listedGroup).toMatchObject({ id: createdGroup.id, curator: { id: curator } })
    for (const curator_id of [student, newId('usr') as UserId]) {
      const unfit = { status: 422, reason: 'curator_invalid' }
      await expect(group({ curator_id })).rejects.toMatchObject(unfit)
      const change = owner.groups.update({ path: { id: createdGroup.id }, body: { curator_id } })
      await expect(change).rejects.toMatchObject(unfit)
    }
  })

  test('a person who becomes a student is no curator any more, and one merged into a student leaves them no groups', async () => {
    const { owner, person, group } = await school()
    const curatorOf = async ({ id }: { id: string }) => (await owner.groups.get({ path: { id } })).curator_id
    const role = (id: string, role: 'manager' | 'student') =>
      owner.users.update({ path: { id }, body: { role } })
    const merge = (id: string, user_id: UserId) => owner.persons.merge({ path: { id }, body: { user_id } })
    const [curator, other, boss, student] = [
      await person({ role: 'curator' }),
      await person({ role: 'curator' }),
      await person({ role: 'curator' }),
      await person(),
    ]
    const [ours, theirs] = [await group({ curator_id: curator }), await group({ curator_id: other })]
    await role(curator, 'manager')
    expect(await curatorOf(ours)).toBe(curator)
    await role(curator, 'student')
    expect(await curatorOf(ours)).toBeNull()
    expect(await curatorOf(theirs)).toBe(other)
    await merge(boss, other)
    expect(await curatorOf(theirs)).toBe(boss)
    await merge(student, boss)
    expect(await curatorOf(theirs)).toBeNull()
  })

  test('a person who becomes a student while a group is assigned to them ends without it', async () => {
    const { owner, person, group } = await school()
    for (let round = 0; round < 5; round++) {
      const curator_id = await person({ role: 'curator' })
      const change = owner.users.update({ path: { id: curator_id }, body: { role: 'student' } })
      await Promise.allSettled([group({ curator_id }), change, group({ curator_id })])
      expect((await owner.groups.list({ query: { curator_id } })).data).toEqual([])
    }
  })

  test('a curator sees assigned groups, a student their own', async () => {
    const { person, group, join, as } = school()
    const [curator, ann, bob, eve] = [
      await person({ role: 'curator' }),
      await person(),
      await person(),
      await person(),
    ]
    const [ours, theirs] = [await group({ curator_id: curator }), await group()]
    for (const student of [ann, bob]) await join(ours.id, student)
    await join(theirs.id, eve)
    const looking = as('curator', curator)
    expect((await looking.groups.list({})).data.map(({ id }) => id)).toEqual([ours.id])
    await expect(looking.groups.get({ path: { id: theirs.id } })).rejects.toMatchObject({ status: 404 })
    await expect(looking.members.list({ path: { id: theirs.id } })).rejects.toMatchObject({ status: 404 })
    expect((await looking.members.list({ path: { id: ours.id } })).data).toHaveLength(2)
    const seen = (await looking.users.list({})).data.map(({ id }) => id)
    expect(new Set(seen)).toEqual(new Set([curator, ann, bob]))
    await expect(looking.users.get({ path: { id: eve } })).rejects.toMatchObject({ status: 404 })

    const student = as('student', ann)
    expect((await student.groups.list({})).data.map(({ id }) => id)).toEqual([ours.id])
    expect((await student.members.list({ path: { id: ours.id } })).data.map(({ id }) => id)).toEqual([ann])
    await expect(student.groups.get({ path: { id: theirs.id } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('members', () => {
  test('a person is added once, with one event, and leaves', async () => {
    const { caller, owner, group, person, join } = school()
    const [{ id }, ann] = [await group(), await person()]
    expect(await join(id, ann)).toEqual({ added: [ann], already_members: [], unknown: [] })
    expect(await join(id, ann)).toEqual({ added: [], already_members: [ann], unknown: [] })
    const [member] = (await owner.members.list({ path: { id } })).data
    expect(member).toMatchObject({ id: ann, user_id: ann, group_id: id, source: 'manual', order_id: null })
    expect(await emitted(caller, 'user.group_joined')).toMatchObject([
      { data: { object: member }, related: { user_id: ann, group_id: id } },
    ])
    await owner.members.delete({ path: { id, userId: ann } })
    expect(await emitted(caller, 'user.group_left')).toMatchObject([{ data: { object: member } }])
    const again = owner.members.delete({ path: { id, userId: ann } })
    await expect(again).rejects.toMatchObject({ status: 404 })
  })

  test('the answer for a list names added, existing and unknown people', async () => {
    const { owner, group, person, join } = school()
    const [{ id }, ann, bob, removedPerson] = [await group(), await person(), await person(), await person()]
    const elsewhere = await school().person()
    await join(id, bob)
    await owner.users.delete({ path: { id: removedPerson } })
    const nobody = newId('usr') as UserId
    const user_ids = [ann, bob, removedPerson, elsewhere, nobody, ann]
    expect(await owner.members.add({ path: { id }, body: { user_ids } })).toEqual({
      added: [ann],
      already_members: [bob],
      unknown: [removedPerson, elsewhere, nobody],
    })
  })

  test('a blocked person can be added, a deleted one is unknown', async () => {
    const { owner, group, person, join } = school()
    const [{ id }, blocked, removedPerson] = [await group(), await person(), await person()]
    await owner.users.update({ path: { id: blocked }, body: { status: 'blocked' } })
    await owner.users.delete({ path: { id: removedPerson } })
    await expect(join(id, blocked)).resolves.toMatchObject({ added: [blocked] })
    await expect(join(id, removedPerson)).rejects.toMatchObject({ status: 422, reason: 'user_unknown' })
  })

  test('neither one nor a list, or both, is refused', async () => {
    const { caller, group, person } = school()
    const [{ id }, ann] = [await group(), await person()]
    for (const body of [{}, { user_id: ann, user_ids: [ann] }]) {
      const answer = await system.request('users', {
        method: 'POST',
        path: `/v1/groups/${id}/members`,
        body,
        caller,
      })
      expect(answer).toMatchObject({ status: 400, body: { error: { reason: 'invalid_body' } } })
    }
  })

  test('one call adds ten thousand, in few statements, with an event for each', async () => {
    const { caller, owner, group } = school()
    const { id } = await group()
    const user_ids = await manyPeople(system, caller, 10_000)
    const added = await owner.members.add({ path: { id }, body: { user_ids } })
    expect(added.added).toEqual(user_ids)
    expect(await emitted(caller, 'user.group_joined')).toHaveLength(10_000)
    const again = await owner.members.add({ path: { id }, body: { user_ids } })
    expect(again.already_members).toHaveLength(10_000)
    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null; page++) {
      expect(page).toBeLessThan(20)
      const query: Record<string, string | number> = cursor ? { limit: 1000, cursor } : { limit: 1000 }
      const answer = await owner.members.list({ path: { id }, query })
      seen.push(...answer.data.map(member => member.id))
      cursor = answer.next_cursor
    }
    expect(new Set(seen)).toEqual(new Set(user_ids))
    expect(seen).toHaveLength(10_000)
    const people = await owner.users.list({ query: { group_id: id, limit: 1000 } })
    expect(people.data).toHaveLength(1000)
  })

  test('more than ten thousand are refused', async () => {
    const { owner, group } = school()
    const { id } = await group()
    const user_ids = Array.from({ length: 10_001 }, () => newId('usr') as UserId)
    await expect(owner.members.add({ path: { id }, body: { user_ids } })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('people are filtered by group, members by person and source', async () => {
    const { owner, group, person, join } = school()
    const [one, other, ann, bob] = [await group(), await group(), await person(), await person()]
    await join(one.id, ann)
    await join(other.id, bob)
    const ids = async (query: object) =>
      (await owner.users.list({ query: query as never })).data.map(({ id }) => id)
    expect(await ids({ group_id: one.id })).toEqual([ann])
    expect(new Set(await ids({ group_id: `${one.id},${other.id}` }))).toEqual(new Set([ann, bob]))
    expect((await owner.groups.list({ query: { user_id: bob } })).data).toEqual([other])
    const path = { id: one.id }
    expect((await owner.members.list({ path, query: { user_id: bob } })).data).toEqual([])
    expect(
      (await owner.members.list({ path, query: { source: 'manual', expand: 'user' } })).data,
    ).toMatchObject([{ id: ann, user: { id: ann } }])
  })
})
