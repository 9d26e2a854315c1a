// The orders that a curator sees: their own, and those of the members of their groups in the users service.
import { type Caller, type Id, newId } from '@lms/contract'
import { runService } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'

type UserId = Id<'usr'>

describe('the orders that a curator sees', () => {
  let system: TestSystem
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    const clock = { now: () => new Date(now) }
    system = await startSystem({ services: [usersService, commerceService], clock })
  })
  afterAll(() => system.stop())

  const sql = (text: string, values: unknown[] = []) =>
    asOwner(system.ownerUrl, async client => (await client.query(text, values)).rows)

  /** A school with a curator of one group. */
  async function school() {
    const owner = system.caller()
    const { users, groups, members, transfers, persons } = system.client(
      'users',
      usersContract.resources,
      owner,
    )
    const { offers, orders } = system.client('commerce', commerceContract.resources, owner)
    const person = async (role: 'student' | 'curator' = 'student') =>
      (await users.create({ body: { email: `${newId('usr')}@school.org`, role } })).id
    const offer = await offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
    const order = async (user_id: UserId) =>
      (await orders.create({ body: { user_id, items: [{ offer_id: offer.id }] } })).id
    const curator = await person('curator')
    const flow = (curator_id: UserId | null = curator) =>
      groups.create({ body: { name: 'Spring', curator_id, starts_at: '2027-01-10T09:00:00Z' } })
    const group = await flow()
    const join = (user_id: UserId, to = group.id) => members.add({ path: { id: to }, body: { user_id } })
    const ordersAs = (user: UserId, role: Caller['role'] = 'curator') =>
      system.client('commerce', commerceContract.resources, {
        ...owner,
        key: newId('ses'),
        kind: 'session',
        role,
        user,
        rights: [['*']],
      }).orders
    /** The orders that the curator sees after the data in commerce have expired. */
    const seen = async (user = curator) => {
      now += 5000
      return (await ordersAs(user).list()).data.map(({ id }) => id).sort()
    }
    return {
      owner,
      users,
      groups,
      members,
      transfers,
      persons,
      person,
      order,
      curator,
      flow,
      group,
      join,
      ordersAs,
      seen,
    }
  }

  test('are their own and those of the members of their groups', async () => {
    const { person, order, curator, join, flow, ordersAs, seen } = await school()
    const [ann, bob, eve] = [await person(), await person(), await person()]
    const [anns, bobs, own] = [await order(ann), await order(bob), await order(curator)]
    await join(ann)
    await join(bob, (await flow(await person('curator'))).id)
    await join(eve, (await flow(null)).id)
    expect(await seen()).toEqual([anns, own].sort())
    expect(await ordersAs(curator).get({ path: { id: anns } })).toMatchObject({ user_id: ann })
    await expect(ordersAs(curator).get({ path: { id: bobs } })).rejects.toMatchObject({ status: 404 })
    await expect(ordersAs(curator).cancel({ path: { id: bobs } })).rejects.toMatchObject({ status: 404 })
    expect((await ordersAs(ann, 'student').list()).data).toHaveLength(1)
    expect((await ordersAs(ann, 'manager').list()).data).toHaveLength(3)
  })

  test('follow new, moved, merged and leaving members within five seconds', async () => {
    const { persons, members, transfers, person, order, group, join, flow, seen } = await school()
    const [ann, twin] = [await person(), await person()]
    const anns = await order(ann)
    expect(await seen()).toEqual([])
    await join(twin)
    expect(await seen()).toEqual([])
    await persons.merge({ path: { id: ann }, body: { user_id: twin } })
    expect(await seen()).toEqual([anns])
    const other = await flow(null)
    await transfers.move({ path: { id: other.id }, body: { user_id: ann } })
    expect(await seen()).toEqual([])
    await transfers.move({ path: { id: group.id }, body: { user_id: ann } })
    expect(await seen()).toEqual([anns])
    await members.delete({ path: { id: group.id, userId: ann } })
    expect(await seen()).toEqual([])
  })

  test('follow a new curator of a group, and lose the former one, within five seconds', async () => {
    const { users, groups, person, order, curator, group, join, seen } = await school()
    const [ann, next] = [await person(), await person('curator')]
    const anns = await order(ann)
    await join(ann)
    expect([await seen(), await seen(next)]).toEqual([[anns], []])
    await groups.update({ path: { id: group.id }, body: { curator_id: next } })
    expect([await seen(), await seen(next)]).toEqual([[], [anns]])
    await groups.update({ path: { id: group.id }, body: { curator_id: curator } })
    await users.update({ path: { id: curator }, body: { role: 'student' } })
    expect(await seen()).toEqual([])
  })

  test('follow a change that was committed after younger ones were read', async () => {
    const { owner, person, order, group, join, seen } = await school()
    const [ann, bob] = [await person(), await person()]
    const [anns, bobs] = [await order(ann), await order(bob)]
    await asOwner(system.ownerUrl, async client => {
      await client.query('begin')
      await client.query(
        `insert into users.group_members (school_id, group_id, id, source, created_at) values ($1, $2, $3, 'manual', now())`,
        [owner.school, group.id, ann],
      )
      await join(bob)
      expect(await seen()).toEqual([bobs])
      await client.query('commit')
    })
    expect(await seen()).toEqual([anns, bobs].sort())
  })

  test('are known of groups that take several pages to read', async () => {
    const { owner, person, order, group, join, seen } = await school()
    const ann = await person()
    const anns = await order(ann)
    await join(ann)
    const many = Array.from({ length: 4100 }, () => newId('usr'))
    await sql(
      `insert into users.group_members (school_id, group_id, id, source, created_at)
       select $1, $2, unnest($3::text[]), 'manual', now()`,
      [owner.school, group.id, many],
    )
    expect(await seen()).toEqual([anns])
    const countQuery = `select count(*)::int from commerce.group_people where school_id = $1 and role = 'member'`
    expect(await sql(countQuery, [owner.school])).toEqual([{ count: 4101 }])
    await sql('delete from users.group_members where school_id = $1 and id <> $2', [owner.school, ann])
    expect(await seen()).toEqual([anns])
    expect(await sql(countQuery, [owner.school])).toEqual([{ count: 1 }])
  })

  test('are right where another process has read the groups meanwhile', async () => {
    const { owner, members, person, order, group, join, seen } = await school()
    const ann = await person()
    await order(ann)
    await join(ann)
    await asOwner(system.ownerUrl, async client => {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `group people of ${owner.school}`,
      ])
      const pending = seen()
      const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
      await eventually('the page to wait', async () => (await sql(waits)).length > 0)
      await members.delete({ path: { id: group.id, userId: ann } })
      await client.query(
        `insert into commerce.group_people_progress (school_id, since) values ($1, pg_current_snapshot()::text)`,
        [owner.school],
      )
      await client.query('commit')
      expect(await pending).toEqual([])
    })
  })

  test('are read again after the database of the users service was restored', async () => {
    const { owner, person, order, group, join, seen } = await school()
    const [ann, bob] = [await person(), await person()]
    const [anns] = [await order(ann), await order(bob)]
    await join(ann)
    expect(await seen()).toEqual([anns])
    await sql(`insert into commerce.group_people values ($1, $2, 'member', $3)`, [
      owner.school,
      group.id,
      bob,
    ])
    await sql(
      `update commerce.group_people_progress set since = '99999999999:99999999999:' where school_id = $1`,
      [owner.school],
    )
    expect(await seen()).toEqual([anns])
  })

  test('are refused while the users service is unavailable, once the data are five seconds old', async () => {
    const { person, order, curator, join, ordersAs, seen } = await school()
    const ann = await person()
    const anns = await order(ann)
    await join(ann)
    expect(await seen()).toEqual([anns])
    await system.services.users!.stop()
    expect((await ordersAs(curator).list()).data).toHaveLength(1)
    await expect(seen()).rejects.toMatchObject({ refusal: { status: 503 } })
    expect((await ordersAs(ann, 'student').list()).data).toHaveLength(1)
    system.services.users = await runService(usersService, system.configs.users!)
    expect(await seen()).toEqual([anns])
  })

  test('are known to a service that is added later, as are people whose events are no longer kept', async () => {
    const { users, person, order, join, seen } = await school()
    await system.services.commerce!.stop()
    const [ann, bob] = [await person(), await person()]
    await users.delete({ path: { id: bob } })
    await join(ann)
    await sql('delete from users.outbox')
    await system.bus.manager.streams.purge('EVENTS')
    system.services.commerce = await runService(commerceService, system.configs.commerce!)
    const first = await order(ann)
    await expect(order(bob)).rejects.toMatchObject({ status: 422, reason: 'user_unknown' })
    expect(await seen()).toEqual([first])
    // Whoever was asked for once is known.
    await system.services.users!.stop()
    await expect(order(ann)).resolves.toMatch(/^ord_/)
    system.services.users = await runService(usersService, system.configs.users!)
  })
})
