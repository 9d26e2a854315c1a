// Changed accesses and starts of flows, as the learning service reads them.
import { newId } from '@lms/contract'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'
import { courseRights } from './right-change.contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService] })
})
afterAll(() => system.stop())

/** A school with a student, and a reader that goes on from its last snapshot. */
async function school() {
  const owner = system.caller()
  const { users, groups, accesses } = system.client('users', usersContract.resources, owner)
  const student = await users.create({ body: { email: `${newId('usr')}@school.org` } })
  const { changed } = system.internal(
    'users',
    { courseRights },
    { as: 'learning', school: owner.school },
  ).courseRights
  let since: string | null = null
  const read = async () => {
    const page = await changed({ body: { since, after: null } })
    since = page.snapshot
    return page.changes
  }
  const grant = (course_id = newId('crs')) =>
    accesses.create({ body: { user_id: student.id, course_id, term_days: 30 } })
  return { owner, groups, accesses, student, changed, read, grant }
}

test('a right is read with its term, and again after each change, and nothing else is', async () => {
  const { accesses, student, read, grant } = await school()
  const { id, course_id, starts_at, expires_at } = await grant()
  const own = { user_id: student.id, course_id, starts_at, expires_at, group_id: null, ended_at: null }
  const right = { ...own, version: 1 }
  expect(await read()).toEqual([{ id, flow: null, right: { ...right, status: 'active', frozen_at: null } }])
  expect(await read()).toEqual([])
  const other = await grant()
  expect(await read()).toMatchObject([{ id: other.id }])
  const { frozen_at } = await accesses.update({ path: { id }, body: { status: 'frozen' } })
  expect(await read()).toEqual([
    { id, flow: null, right: { ...right, version: 2, status: 'frozen', frozen_at } },
  ])
  await accesses.revoke({ path: { id } })
  expect(await read()).toMatchObject([{ id, right: { status: 'revoked', ended_at: expect.any(String) } }])
})

test('start and end of a flow are read when they are set, moved or gone, and no other change of a group', async () => {
  const { groups, read } = await school()
  const { id } = await groups.create({ body: { name: 'Spring', starts_at: '2027-01-10T09:00:00Z' } })
  const expectedChange = (starts_at: string, ends_at: string | null = null) => [
    { id, right: null, flow: { starts_at, ends_at } },
  ]
  expect(await read()).toEqual(expectedChange('2027-01-10T09:00:00.000+00:00'))
  await groups.update({ path: { id }, body: { name: 'Autumn' } })
  expect(await read()).toEqual([])
  await groups.update({ path: { id }, body: { starts_at: '2027-01-03T09:00:00Z' } })
  expect(await read()).toEqual(expectedChange('2027-01-03T09:00:00.000+00:00'))
  await groups.update({ path: { id }, body: { ends_at: '2027-03-01T09:00:00Z' } })
  expect(await read()).toEqual(
    expectedChange('2027-01-03T09:00:00.000+00:00', '2027-03-01T09:00:00.000+00:00'),
  )
  await groups.delete({ path: { id } })
  expect(await read()).toEqual([{ id, right: null, flow: null }])
})

test('a right that commits after a younger one was read is not missed', async () => {
  const { owner, read, grant } = await school()
  const late = await grant()
  await asOwner(system.ownerUrl, async client => {
    await read()
    await client.query('begin')
    await client.query('update users.accesses set version = version + 1 where school_id = $1 and id = $2', [
      owner.school,
      late.id,
    ])
    const young = await grant()
    expect(await read()).toMatchObject([{ id: young.id }])
    await client.query('commit')
  })
  expect(await read()).toMatchObject([{ id: late.id }])
})

test('many rights come in pages, another school reads none of them, and a lost snapshot is told', async () => {
  const { owner, student, changed } = await school()
  await asOwner(system.ownerUrl, client =>
    client.query(
      `insert into users.accesses (school_id, id, user_id, course_id, source, status, starts_at, version, created_at, updated_at)
       select $1, unnest($2::text[]), $3, $4, 'order', 'active', now(), 1, now(), now()`,
      [owner.school, Array.from({ length: 2001 }, () => newId('acc')), student.id, newId('crs')],
    ),
  )
  const first = await changed({ body: { since: null, after: null } })
  expect(first.changes).toHaveLength(2000)
  const second = await changed({ body: { since: null, after: first.next } })
  expect(second).toMatchObject({ next: null, changes: [{ right: { user_id: student.id } }] })
  expect(new Set([...first.changes, ...second.changes].map(({ id }) => id)).size).toBe(2001)
  expect(await (await school()).read()).toEqual([])
  expect(await changed({ body: { since: '99999999999:99999999999:', after: null } })).toMatchObject({
    lost: true,
    changes: [],
  })
})
