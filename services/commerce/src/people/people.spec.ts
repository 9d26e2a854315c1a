import { type Id, newId } from '@lms/contract'
import { eventSubject } from '@lms/events'
import { step } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { userMerged, usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../contract.ts'
import { commerceService } from '../service.ts'

/** The accounts; other kinds of data have specs of their own. */
const relevantMoves = <T extends { what: string }>(moves: readonly T[]) =>
  moves.filter(({ what }) => ['orders', 'payments', 'refunds'].includes(what))

describe('orders of merged or anonymized people', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, commerceService] })
  })
  afterAll(() => system.stop())

  function school() {
    const caller = system.caller()
    const { users, persons } = system.client('users', usersContract.resources, caller)
    const { offers, orders } = system.client('commerce', commerceContract.resources, caller)
    const person = async () => (await users.create({ body: { email: `${newId('usr')}@school.org` } })).id
    const order = async (user_id: Id<'usr'>, comment = '') => {
      const offer = await offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
      return orders.create({ body: { user_id, items: [{ offer_id: offer.id }], comment } })
    }
    const get = (id: string) => orders.get({ path: { id } })
    const rows = (text: string) => system.services.commerce!.runtime.system.rows(step(text, [caller.school]))
    return { caller, persons, orders, person, order, get, rows }
  }

  test('a merge previews the numbers of orders and payments, then moves them, with events', async () => {
    const { caller, persons, orders, person, order, get, rows } = school()
    const [ann, twin] = [await person(), await person()]
    const [first, second] = [await order(twin), await order(twin)]
    await order(ann)
    await orders.markPaid({ path: { id: first.id }, body: {} })
    const merge = (dry_run: boolean) => persons.merge({ path: { id: ann }, body: { user_id: twin, dry_run } })
    const dry = await merge(true)
    expect(relevantMoves(dry.moves)).toMatchObject([
      { what: 'orders', count: 2 },
      { what: 'payments', count: 1 },
      { what: 'refunds', count: 0 },
    ])
    await merge(false)
    await eventually('the orders to move', async () => (await get(second.id)).user_id === ann)
    expect(await get(first.id)).toMatchObject({ user_id: ann, status: 'paid', version: 3 })
    const emitted = await rows(
      `select payload from commerce.outbox where school_id = $1 and subject like '%order.updated' order by position`,
    )
    expect(emitted.map(([payload]) => JSON.parse(payload!))).toMatchObject([
      { data: { object: { id: first.id, user_id: ann, version: 3 }, previous: { user_id: twin } } },
      { data: { object: { id: second.id, user_id: ann, version: 2 }, previous: { user_id: twin } } },
    ])
    const paid = await asOwner(system.ownerUrl, client =>
      client.query('select user_id, version from commerce.payments where school_id = $1', [caller.school]),
    )
    expect(paid.rows).toEqual([{ user_id: ann, version: 2 }])
    const third = await person()
    const again = await persons.merge({ path: { id: third }, body: { user_id: ann, dry_run: true } })
    expect(relevantMoves(again.moves)).toMatchObject([
      { what: 'orders', count: 3 },
      { what: 'payments', count: 1 },
      { what: 'refunds', count: 0 },
    ])
    await expect(order(twin)).rejects.toMatchObject({ status: 422, reason: 'user_unknown' })
  })

  test('a caller who may not change orders cannot merge a person who has some', async () => {
    const { caller, person, order } = school()
    const [ann, twin] = [await person(), await person()]
    await order(twin)
    const narrow = { ...caller, key: newId('key'), rights: [['*'], ['users:write']] }
    const { persons } = system.client('users', usersContract.resources, narrow)
    await expect(persons.merge({ path: { id: ann }, body: { user_id: twin } })).rejects.toMatchObject({
      status: 403,
      reason: 'merge_beyond_caller',
      details: [{ message: expect.stringMatching(/orders \(1\).*orders:write/) }],
    })
  })

  /** Publishes to commerce that a person was merged into another. */
  function receive(school: string, mergedId: string, into: string) {
    const { bus } = system
    const event = newId('evt')
    const body = {
      id: event,
      type: userMerged.type,
      data: { object: { id: into } },
      related: { user_id: into, merged_user_id: mergedId },
    }
    return bus.js.publish(eventSubject(school, userMerged.type), JSON.stringify(body), { msgID: event })
  }

  test('orders reach the last of a chain of merges, even if the later merge arrives first', async () => {
    const { caller, person, order, get } = school()
    const [ann, twin, third] = [await person(), await person(), await person()]
    const { id } = await order(third)
    await receive(caller.school, twin, ann)
    const other = await order(ann)
    await receive(caller.school, third, twin)
    await eventually('the order to reach the last', async () => (await get(id)).user_id === ann)
    expect((await get(other.id)).user_id).toBe(ann)
  })

  test('the orders of an anonymized person lose their comments and keep their sums, and nobody can order for them', async () => {
    const { persons, person, order, get } = school()
    const [ann, bob] = [await person(), await person()]
    const mine = await order(ann, 'Ring Ann at home')
    const other = await order(bob, 'Ring Bob')
    const receipt = await persons.anonymize({ path: { id: ann } })
    expect(receipt.areas).toContainEqual(
      expect.objectContaining({
        service: 'commerce',
        what: 'orders',
        count: 1,
        erased: 'comments, to whom their gifts were to go',
        finished: false,
      }),
    )
    await eventually('the comment to go', async () => (await get(mine.id)).comment === '')
    expect(await get(mine.id)).toMatchObject({ amount: 4900, user_id: ann, version: 2 })
    expect((await get(other.id)).comment).toBe('Ring Bob')
    await expect(order(ann)).rejects.toMatchObject({ reason: 'user_unknown' })
  })

  test('orders that a merge moves to a person after the event of their erasure lose their comments', async () => {
    const { caller, persons, person, order, get, rows } = school()
    const [ann, twin] = [await person(), await person()]
    const mine = await order(ann, 'Ring Ann')
    const { id } = await order(twin, 'Ring Ann at home')
    await persons.anonymize({ path: { id: ann } })
    await eventually('the erasure', async () => (await get(mine.id)).comment === '')
    await receive(caller.school, twin, ann)
    await eventually('the order to move', async () => (await get(id)).user_id === ann)
    expect((await get(id)).comment).toBe('')
    const emitted = await rows(
      `select payload from commerce.outbox where school_id = $1 and subject like '%order.updated'`,
    )
    expect(emitted).toHaveLength(1)
    expect(emitted.join()).not.toContain('Ring Ann')
  })

  /** Keeps all from writing to a table of commerce while `work` runs. */
  const stopped = <T>(table: string, work: (sees: (sql: string) => Promise<boolean>) => Promise<T>) =>
    asOwner(system.ownerUrl, async client => {
      await client.query(`begin; lock table commerce.${table} in share mode`)
      const result = await work(async sql => (await client.query(sql)).rows.length > 0)
      await client.query('commit')
      return result
    })
  const waitsOn = (kind: string) => `select 1 from pg_locks where locktype = '${kind}' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  /** Whether a reaction has processed the person, or waits for a lock on them. */
  const dealtWith = (id: string) =>
    `${waitsOn('advisory')} union all select 1 from commerce.people where id = '${id}' and gone`

  test('an order that commits during a merge or erasure of its person is handled like earlier ones', async () => {
    const { persons, person, order, get } = school()
    const [ann, twin, bob] = [await person(), await person(), await person()]
    const onItsWay = async (of: Id<'usr'>, leave: () => Promise<unknown>) => {
      const stoppedOrder = await stopped('order_offers', async sees => {
        const ordered = order(of, 'Ring at home')
        await eventually('the order to be written', () => sees(waitsOn('relation')))
        await leave()
        await eventually('the reaction', () => sees(dealtWith(of)))
        return { ordered }
      })
      return (await stoppedOrder.ordered).id
    }
    const merged = await onItsWay(twin, () =>
      persons.merge({ path: { id: ann }, body: { user_id: twin, dry_run: false } }),
    )
    await eventually('the order to move', async () => (await get(merged)).user_id === ann)
    const erased = await onItsWay(bob, () => persons.anonymize({ path: { id: bob } }))
    await eventually('the comment to go', async () => (await get(erased)).comment === '')
  })

  test('an order created during a merge of its person is refused', async () => {
    const { persons, person, order } = school()
    const [ann, twin] = [await person(), await person()]
    await order(twin)
    const late = await stopped('payments', async sees => {
      await persons.merge({ path: { id: ann }, body: { user_id: twin, dry_run: false } })
      await eventually('the reaction to move payments', () => sees(waitsOn('relation')))
      const ordered = order(twin).catch(error => error)
      await eventually('the order to wait', () => sees(waitsOn('advisory')))
      return { ordered }
    })
    expect(await late.ordered).toMatchObject({ status: 422, reason: 'user_unknown' })
  })

  test('orders of one person do not wait for each other', async () => {
    const { person, order, get } = school()
    const ann = await person()
    const { orders } = await stopped('order_offers', async sees => {
      const orders = [order(ann), order(ann)]
      await eventually('both to be written', () => sees(`${waitsOn('relation')} offset 1`))
      return { orders }
    })
    for (const { id } of await Promise.all(orders)) expect((await get(id)).user_id).toBe(ann)
  })
})
