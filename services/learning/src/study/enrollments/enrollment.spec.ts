import { formatTime, type Id, newId } from '@lms/contract'
import { runService } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { learningContract } from '../../contract.ts'
import { learningService } from '../../service.ts'

const dayMs = 86_400_000
const begin = Date.parse('2026-11-23T09:30:00Z')

describe('enrollments', () => {
  let system: TestSystem
  let now = begin
  beforeAll(async () => {
    system = await startSystem({
      services: [usersService, learningService],
      clock: { now: () => new Date(now) },
    })
  })
  afterAll(() => system.stop())
  const later = (ms: number) => new Date(now + ms).toISOString()

  /** A school with a course and a student. */
  async function school() {
    const owner = system.caller()
    const clients = (caller = owner) => ({
      ...system.client('users', usersContract.resources, caller),
      ...system.client('learning', learningContract.resources, caller),
    })
    const { users, accesses, groups, members, courses, enrollments, persons } = clients()
    const person = async (role: 'student' | 'curator' = 'student') =>
      (await users.create({ body: { email: `${newId('usr')}@school.org`, role } })).id
    const [course, student] = await Promise.all([
      courses.create({ body: { title: 'Watercolour' } }),
      person(),
    ])
    const course_id = course.id
    const grant = (term: object = {}, user_id = student) =>
      accesses.create({ body: { user_id, course_id, ...term } })
    /** What the staff sees a second later. */
    const seen = async () => {
      now += 1000
      return (await enrollments.list()).data
    }
    const status = async () => (await seen()).map(each => each.status)
    const as = (user: Id<'usr'>, role: 'student' | 'curator') =>
      clients(system.caller({ school: owner.school, role, user })).enrollments
    return {
      owner,
      accesses,
      groups,
      members,
      persons,
      courses,
      enrollments,
      course_id,
      student,
      person,
      grant,
      seen,
      status,
      as,
    }
  }

  test('begin with a right, one for a person and course, and are felt within a second', async () => {
    const { accesses, student, course_id, grant, seen, status } = await school()
    expect(await seen()).toEqual([])
    const access = await grant()
    expect(await seen()).toMatchObject([
      { user_id: student, course_id, status: 'active', percent: 0, freezes: [] },
    ])
    const gift = await grant({ source: 'gift' })
    expect(await status()).toEqual(['active'])
    await accesses.revoke({ path: { id: access.id } })
    expect(await status()).toEqual(['active'])
    await accesses.revoke({ path: { id: gift.id } })
    expect(await status()).toEqual(['suspended'])
    await grant()
    expect(await status()).toEqual(['active'])
  })

  test('wait for their start, and end and begin by the own clock of the service', async () => {
    const { enrollments, grant, seen } = await school()
    await grant({ starts_at: later(dayMs), expires_at: later(2 * dayMs) })
    const [enrollment] = await seen()
    expect(enrollment).toMatchObject({ status: 'waiting' })
    const path = { id: enrollment!.id }
    const becomes = (status: string) =>
      eventually(status, async () => (await enrollments.get({ path })).status === status)
    now += dayMs
    await becomes('active')
    now += dayMs
    await becomes('suspended')
  })

  test('freeze with the last running right, and run again with the days counted', async () => {
    const { accesses, grant, seen, status } = await school()
    const [one, two] = [await grant(), await grant({ source: 'gift' })]
    expect(await status()).toEqual(['active'])
    await accesses.update({ path: { id: one.id }, body: { status: 'frozen' } })
    expect(await status()).toEqual(['active'])
    const { frozen_at } = await accesses.update({ path: { id: two.id }, body: { status: 'frozen' } })
    expect(await seen()).toMatchObject([{ status: 'frozen', freezes: [{ from: frozen_at, to: null }] }])
    now += 3 * dayMs
    await accesses.update({ path: { id: two.id }, body: { status: 'active' } })
    expect(await seen()).toMatchObject([
      { status: 'active', freezes: [{ from: frozen_at, to: expect.any(String) }] },
    ])
  })

  test('are frozen and run again together with the accesses, for the rest of their terms', async () => {
    const { accesses, enrollments, grant, seen } = await school()
    const access = await grant({ expires_at: later(10 * dayMs) })
    const path = { id: (await seen())[0]!.id }
    await enrollments.update({ path, body: { due_at: later(20 * dayMs) } })
    const { due_at } = await enrollments.get({ path })
    expect(await enrollments.freeze({ path })).toMatchObject({ status: 'frozen', freezes: [{ to: null }] })
    const atUsers = () => accesses.get({ path: { id: access.id } })
    expect(await atUsers()).toMatchObject({ status: 'frozen' })
    now += 3 * dayMs
    expect(await enrollments.freeze({ path })).toMatchObject({ status: 'frozen', freezes: [{ to: null }] })
    expect(await enrollments.unfreeze({ path })).toMatchObject({
      status: 'active',
      freezes: [{ to: expect.any(String) }],
      due_at: formatTime(new Date(Date.parse(due_at!) + 3 * dayMs)),
    })
    const { status, expires_at } = await atUsers()
    expect(status).toBe('active')
    expect(Date.parse(expires_at!)).toBe(Date.parse(access.expires_at!) + 3 * dayMs)
    await accesses.revoke({ path: { id: access.id } })
    now += 1000
    await expect(enrollments.freeze({ path })).rejects.toMatchObject({ reason: 'enrollment_not_running' })
  })

  test('are made only with a right to a course, and begun again once ended', async () => {
    const { enrollments, groups, course_id, student, grant, seen } = await school()
    const pair = { user_id: student, course_id }
    const reason = (body: typeof pair) => enrollments.create({ body }).catch(error => error.reason)
    expect(await reason(pair)).toBe('access_missing')
    expect(await reason({ ...pair, course_id: newId('crs') })).toBe('course_unknown')
    await grant()
    const { id } = (await seen())[0]!
    const group = await groups.create({ body: { name: 'Spring', starts_at: later(dayMs) } })
    const moved = { group_id: group.id, starts_at: later(dayMs), due_at: later(9 * dayMs) }
    expect(await enrollments.update({ path: { id }, body: moved })).toMatchObject({
      id,
      status: 'waiting',
      group_id: group.id,
    })
    await enrollments.delete({ path: { id } })
    expect(await seen()).toMatchObject([{ id, status: 'ended', ended_at: expect.any(String) }])
    await expect(enrollments.update({ path: { id }, body: moved })).rejects.toMatchObject({
      reason: 'enrollment_ended',
    })
    await grant({ source: 'gift' })
    expect(await seen()).toMatchObject([{ id, status: 'ended' }])
    expect(await enrollments.create({ body: { ...pair, starts_at: later(0) } })).toMatchObject({
      id,
      status: 'active',
      ended_at: null,
      group_id: group.id,
    })
  })

  test('nobody begins an archived course, and who has it studies on, also as the person into whom they were merged', async () => {
    const base = await school()
    const { owner, accesses, enrollments, persons, person, student, grant, seen, course_id } = base
    const access = await grant()
    const { id } = (await seen())[0]!
    await accesses.revoke({ path: { id: access.id } })
    await asOwner(system.ownerUrl, client =>
      client.query(`update learning.courses set status = 'archived' where id = $1`, [course_id]),
    )
    const other = await person()
    await grant({}, other)
    expect(await seen()).toMatchObject([{ id, status: 'suspended' }])
    const body = { user_id: other, course_id }
    await expect(enrollments.create({ body })).rejects.toMatchObject({
      status: 409,
      reason: 'course_archived',
    })
    await grant()
    expect(await seen()).toMatchObject([{ id, status: 'active' }])
    await asOwner(system.ownerUrl, async client => {
      // The event of the merge waits, and the rights are read.
      await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('${owner.school} merges', 1))`)
      await persons.merge({ path: { id: other }, body: { user_id: student } })
      await eventually('the rights', async () => (await seen())[0]!.status === 'suspended')
      await client.query('commit')
    })
    await eventually('it is theirs', async () => (await seen())[0]!.user_id === other)
    await eventually('its state', async () => (await seen())[0]!.status === 'active')
    expect(await seen()).toMatchObject([{ id, user_id: other }])
  })

  test('a change knows of a right that was granted a moment ago', async () => {
    const { enrollments, grant, student: user_id, course_id } = await school()
    await enrollments.list()
    const body = { user_id, course_id }
    await expect(enrollments.create({ body })).rejects.toMatchObject({ reason: 'access_missing' })
    await grant()
    expect(await enrollments.create({ body })).toMatchObject({ user_id, course_id, status: 'active' })
  })

  test('two requests that begin one study together get the same one', async () => {
    const { enrollments, student: user_id, course_id, grant, seen } = await school()
    await grant()
    const { id } = (await seen())[0]!
    const createdRows = await asOwner(system.ownerUrl, async client => {
      await client.query('delete from learning.enrollments where id = $1', [id])
      // Both have found no study before one of them can write.
      await client.query('begin; lock table learning.enrollments in share mode')
      const both = [1, 2].map(() => enrollments.create({ body: { user_id, course_id } }))
      await eventually('both wait', async () => {
        const { rows } = await client.query(
          `select from pg_locks l join pg_stat_activity a using (pid)
           where not l.granted and a.datname = current_database()`,
        )
        return rows.length >= 2
      })
      await client.query('commit')
      return Promise.all(both)
    })
    expect(await seen()).toMatchObject([{ id: createdRows[0]!.id }])
    expect(createdRows[1]!.id).toBe(createdRows[0]!.id)
  })

  test('students see their own, curators those of the members of their groups', async () => {
    const { groups, members, person, student, grant, seen, as } = await school()
    const [other, curator] = [await person(), await person('curator')]
    await grant()
    await grant({}, other)
    await seen()
    const group = await groups.create({ body: { name: 'Spring', curator_id: curator } })
    await members.add({ path: { id: group.id }, body: { user_id: other } })
    const people = async (user: Id<'usr'>, role: 'student' | 'curator') =>
      (await as(user, role).list()).data.map(({ user_id }) => user_id)
    expect(await people(student, 'student')).toEqual([student])
    expect(await people(curator, 'curator')).toEqual([other])
  })

  test('of two merged persons in one course one is left, with the earlier start', async () => {
    const { persons, person, student, grant, seen } = await school()
    const twin = await person()
    await grant({}, twin)
    const [first] = await seen()
    now += dayMs
    await grant()
    expect(await seen()).toHaveLength(2)
    await persons.merge({ path: { id: student }, body: { user_id: twin } })
    await eventually('one is left', async () => (await seen()).length === 1)
    expect(await seen()).toMatchObject([{ user_id: student, starts_at: first!.starts_at, status: 'active' }])
  })

  test('a merge that comes after its rights keeps what was set for the person, and the completion', async () => {
    const { owner, persons, person, student, grant, seen, enrollments, course_id } = await school()
    const twin = await person()
    await grant({}, twin)
    const [first] = await seen()
    const due_at = later(30 * dayMs)
    await enrollments.update({ path: { id: first!.id }, body: { due_at } })
    await asOwner(system.ownerUrl, async client => {
      await client.query(
        `update learning.enrollments set completed_at = $2, status = 'completed', percent = 100,
           freezes = '[{"from": "2026-11-01T00:00:00.000+00:00", "to": "2026-11-08T00:00:00.000+00:00"}]'
         where school_id = $1`,
        [owner.school, first!.starts_at],
      )
      // The event of the merge waits, and the rights are read.
      await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('${owner.school} merges', 1))`)
      await persons.merge({ path: { id: student }, body: { user_id: twin } })
      await eventually('a second study', async () => (await seen()).length === 2)
      await client.query('commit')
    })
    await eventually('one is left', async () => (await seen()).length === 1)
    await eventually('its state', async () => (await seen())[0]!.status === 'completed')
    const [remaining] = await seen()
    expect(remaining).toMatchObject({
      ...{ user_id: student, course_id, completed_at: first!.starts_at },
      due_at: due_at.replace('Z', '+00:00'),
      freezes: [{ from: '2026-11-01T00:00:00.000+00:00' }],
    })
  })

  test('use the last look for a minute while the users service is away, then requests are refused', async () => {
    const { enrollments, grant, seen } = await school()
    await grant()
    expect(await seen()).toHaveLength(1)
    await system.services.users!.stop()
    now += 50_000
    expect((await enrollments.list()).data).toHaveLength(1)
    now += 20_000
    await expect(enrollments.list()).rejects.toMatchObject({ refusal: { status: 503 } })
    system.services.users = await runService(usersService, system.configs.users!)
    expect(await seen()).toHaveLength(1)
  })
})
