// One school's waiting work delays no other: each loop goes round by school. Jobs run only when a test runs them, and
// the clock advances with every read, so that later work has a later time.
import { type Id, newId } from '@lms/contract'
import { enqueueMany, inSchool, step, textArray, type UnitOfWork } from '@lms/service-host'
import { startSystem, type TestSystem } from '@lms/testing'
import { expireAccess } from './access/accesses/access.task.ts'
import { syncGroupAccess } from './access/group-accesses/group-access.task.ts'
import { usersContract } from './contract.ts'
import { usersService } from './service.ts'

describe('while one school has much waiting, another waits for one turn', () => {
  let system: TestSystem
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    const clock = { now: () => new Date(++now) }
    system = await startSystem({
      services: [usersService],
      clock,
      settings: { taskSlots: 0 },
    })
  })
  afterAll(() => system.stop())

  const runtime = () => system.services.users!.runtime
  const workOff = () => system.services.users!.workOffTasks()
  function school() {
    const caller = system.caller()
    const api = system.client('users', usersContract.resources, caller)
    const person = async () => (await api.users.create({ body: { email: `${newId('usr')}@school.org` } })).id
    return { id: caller.school, person, ...api }
  }
  type School = ReturnType<typeof school>
  const leave = ({ id }: School, act: (work: UnitOfWork) => void) =>
    inSchool(id, runtime(), async ({ work }) => act(work))

  /** The schools of the events of a type, in the order of their emission. */
  async function schoolsEmitting(type: string, ...schools: School[]) {
    const rows = await runtime().system.rows(
      step(
        `select school_id from users.outbox where subject like '%' || $1 and school_id = any($2::text[]) order by position`,
        [type, textArray(schools.map(({ id }) => id))],
      ),
    )
    return rows.map(([id]) => (id === schools[0]!.id ? 'busy' : 'other'))
  }

  let tagsMade = 0
  test('to take a tag from its people', async () => {
    const [busy, other] = [school(), school()]
    const leaveTag = async ({ tags, personTags, person }: School) => {
      const tag = await tags.create({ body: { name: `left ${++tagsMade}` } })
      await personTags.add({ path: { id: await person() }, body: { tags: [tag.name] } })
      await tags.delete({ path: { id: tag.id } })
    }
    for (let count = 0; count < 5; count++) await leaveTag(busy)
    await leaveTag(other)
    await workOff()
    const emitters = await schoolsEmitting('user.tag_removed', busy, other)
    expect(emitters).toHaveLength(6)
    expect(emitters.indexOf('other')).toBeLessThanOrEqual(1)
  })

  test('to have personal data exported', async () => {
    const [busy, other] = [school(), school()]
    const order = async ({ dataExports, person }: School) => {
      const id = await person()
      await dataExports.order({ path: { id } })
      return () => dataExports.order({ path: { id } })
    }
    const orders = []
    for (let count = 0; count < 5; count++) orders.push(await order(busy))
    const last = await order(other)
    await workOff()
    const done = await last()
    const before = (await Promise.all(orders.map(one => one()))).filter(
      one => one.updated_at < done.updated_at,
    )
    expect(done.status).toBe('finished')
    expect(before.length).toBeLessThanOrEqual(1)
  })

  test('to have accesses end', async () => {
    const [busy, other] = [school(), school()]
    // So many end before that the busy school's own come in its third batch.
    await leave(busy, work => {
      const entries = Array.from({ length: 1000 }, () => ({ payload: { access_id: newId('acc') } }))
      enqueueMany(work, expireAccess, entries)
    })
    for (const { accesses, person } of [busy, other])
      await accesses.create({ body: { user_id: await person(), course_id: newId('crs'), term_days: 1 } })
    now += 2 * 86_400_000
    await workOff()
    expect(await schoolsEmitting('course.access_expired', busy, other)).toEqual(['other', 'busy'])
  })

  test('to get the accesses of groups', async () => {
    const [busy, other] = [school(), school()]
    await leave(busy, work => {
      const entries = Array.from({ length: 400 }, () => ({
        payload: { group_id: newId('grp'), user_id: newId('usr') },
      }))
      enqueueMany(work, syncGroupAccess, entries)
    })
    for (const { groups, members, person } of [busy, other]) {
      const group = await groups.create({ body: { name: 'Spring', course_ids: [newId('crs')] } })
      const user_id = (await person()) as Id<'usr'>
      await members.add({ path: { id: group.id }, body: { user_id } })
    }
    await workOff()
    expect(await schoolsEmitting('course.access_granted', busy, other)).toEqual(['other', 'busy'])
  })
})
