import { newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'
import { effects } from './effect.contract.ts'

let system: TestSystem
let now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  system = await startSystem({ services: [usersService], clock: { now: () => new Date(now) } })
})
afterAll(() => system.stop())

async function school() {
  const caller = system.caller()
  const people = system.client('users', usersContract.resources, caller)
  const internal = system.internal('users', { effects }, { as: 'crm', school: caller.school })
  const ann = (await people.users.create({ body: { email: 'ann@school.org' } })).id
  const group = (await people.groups.create({ body: { name: 'Spring' } })).id
  const tag = (await people.tags.create({ body: { name: 'VIP' } })).id
  const carryOut = async (...list: object[]) =>
    (await internal.effects.carryOut({ body: { effects: list as never } })).results
  return { people, ann, group, tag, course: newId('crs'), carryOut }
}

test('accesses, tags and groups change in the order of the list', async () => {
  const { people, ann, group, tag, course, carryOut } = await school()
  const of = { user_id: ann }
  const results = await carryOut(
    { kind: 'grant', key: '1', ...of, course_id: course, term_days: 30 },
    { kind: 'add_tag', key: '2', ...of, tag_id: tag },
    { kind: 'join_group', key: '3', ...of, group_id: group },
    { kind: 'grant', key: '4', ...of, course_id: course },
  )
  expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'unchanged'])
  const [access] = (await people.accesses.list({ query: { user_id: ann } as never })).data
  expect(access).toMatchObject({ source: 'manual', expires_at: '2026-12-21T09:30:00.000+00:00' })
  expect(results[3]!.access_ids).toEqual([access!.id])
  expect((await people.personTags.list({ path: { id: ann } })).data).toMatchObject([{ name: 'VIP' }])
  expect((await people.tags.get({ path: { id: tag } })).users_count).toBe(1)
  await carryOut(
    { kind: 'revoke', key: '5', ...of, course_id: course },
    { kind: 'remove_tag', key: '6', ...of, tag_id: tag },
    { kind: 'leave_group', key: '7', ...of, group_id: group },
    { kind: 'join_group', key: '8', ...of, group_id: group },
    { kind: 'leave_group', key: '9', ...of, group_id: group },
  )
  expect((await people.accesses.get({ path: { id: access!.id } })).status).toBe('revoked')
  expect((await people.tags.get({ path: { id: tag } })).users_count).toBe(0)
  expect((await people.members.list({ path: { id: group } })).data).toEqual([])
})

test('a repeated key has no second effect, and the result that it had, also beside others and at once', async () => {
  const { people, ann, group, tag, course, carryOut } = await school()
  const grant = { kind: 'grant', key: 'same', user_id: ann, course_id: course }
  const [[first], [second]] = await Promise.all([carryOut(grant), carryOut(grant)])
  expect(second).toEqual(first)
  await people.accesses.revoke({ path: { id: first!.access_ids[0]! } })
  const results = await carryOut({ kind: 'add_tag', key: 'new', user_id: ann, tag_id: tag }, grant)
  expect(results).toMatchObject([{ outcome: 'done' }, first!])
  expect((await people.accesses.list({ query: { user_id: ann } as never })).data).toHaveLength(1)
  expect((await people.members.list({ path: { id: group } })).data).toEqual([])
})

test('what cannot be done is the result of that effect alone, and keys of one call differ', async () => {
  const { people, ann, tag, course, carryOut } = await school()
  const removedId = (await people.users.create({ body: { email: 'bob@school.org' } })).id
  await people.users.delete({ path: { id: removedId } })
  const results = await carryOut(
    { kind: 'add_tag', key: '1', user_id: removedId, tag_id: tag },
    { kind: 'add_tag', key: '2', user_id: ann, tag_id: newId('tag') },
    { kind: 'join_group', key: '3', user_id: ann, group_id: newId('grp') },
    { kind: 'grant', key: '4', user_id: ann, course_id: course, expires_at: '2026-11-20T00:00:00Z' },
    { kind: 'add_tag', key: '5', user_id: ann, tag_id: tag },
  )
  expect(results.map(({ reason }) => reason)).toEqual([
    'user_unknown',
    'tag_unknown',
    'group_unknown',
    'term_past',
    null,
  ])
  const twice = { kind: 'add_tag', key: '6', user_id: ann, tag_id: tag }
  await expect(carryOut(twice, twice)).rejects.toMatchObject({ status: 400 })
})

test('a grant follows one whose term has ended', async () => {
  const { people, ann, course, carryOut } = await school()
  const grant = { kind: 'grant', user_id: ann, course_id: course, term_days: 1 }
  await carryOut({ ...grant, key: '1' })
  now += 2 * 86_400_000
  expect(await carryOut({ ...grant, key: '2' })).toMatchObject([{ outcome: 'done' }])
  const query = { user_id: ann, status: 'active' } as never
  expect((await people.accesses.list({ query })).data).toHaveLength(1)
})
