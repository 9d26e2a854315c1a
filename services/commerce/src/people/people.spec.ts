import { type Id, newId } from '@lms/contract'
import { eventSubject } from '@lms/events'
import { step } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { userMerged, usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../contract.ts'
import { commerceService } from '../service.ts'

describe('orders of people who are joined or erased', () => {
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

  test('a merge says how many orders and payments move, then they become the other’s, and it is told', async () => {
    const { caller, persons, orders, person, order, get, rows } = school()
    const [ann, twin] = [await person(), await person()]
    const [first, second] = [await order(twin), await order(twin)]
    await order(ann)
    await orders.markPaid({ path: { id: first.id }, body: {} })
    const merge = (dry_run: boolean) => persons.merge({ path: { id: ann }, body: { user_id: twin, dry_run } })
    const dry = await merge(true)
    expect(dry.moves.filter(({ service }) => service === 'commerce')).toMatchObject([
      { what: 'orders', count: 2 },
      { what: 'payments', count: 1 },
    ])
    await merge(false)
    await eventually('the orders to move', async () => (await get(second.id)).user_id === ann)
    expect(await get(first.id)).toMatchObject({ user_id: ann, status: 'paid', version: 3 })
    const told = await rows(
      `select payload from commerce.outbox where school_id = $1 and subject like '%order.updated' order by position`,
    )
    expect(told.map(([payload]) => JSON.parse(payload!))).toMatchObject([
      { data: { object: { id: first.id, user_id: ann, version: 3 }, previous: { user_id: twin } } },
      { data: { object: { id: second.id, user_id: ann, version: 2 }, previous: { user_id: twin } } },
    ])
    const paid = await asOwner(system.ownerUrl, client =>
      client.query('select user_id, version from commerce.payments where school_id = $1', [caller.school]),
    )
    expect(paid.rows).toEqual([{ user_id: ann, version: 2 }])
    const third = await person()
    const again = await persons.merge({ path: { id: third }, body: { user_id: ann, dry_run: true } })
    expect(again.moves.filter(({ service }) => service === 'commerce')).toMatchObject([
      { what: 'orders', count: 3 },
      { what: 'payments', count: 1 },
    ])
    await expect(order(twin)).rejects.toMatchObject({ status: 422, reason: 'user_unknown' })
  })

  test('orders reach the last of a chain of merges, also where a later merge is heard of first', async () => {
    const { caller, person, order, get } = school()
    const [ann, twin, third] = [await person(), await person(), await person()]
    const { id } = await order(third)
    const { bus } = system.services.commerce!.runtime
    const hear = (gone: string, into: string) => {
      const event = newId('evt')
      const body = {
        id: event,
        type: userMerged.type,
        data: { object: { id: into } },
        related: { user_id: into, merged_user_id: gone },
      }
      return bus.js.publish(eventSubject(caller.school, userMerged.type), JSON.stringify(body), {
        msgID: event,
      })
    }
    await hear(twin, ann)
    const other = await order(ann)
    await hear(third, twin)
    await eventually('the order to reach the last', async () => (await get(id)).user_id === ann)
    expect((await get(other.id)).user_id).toBe(ann)
  })

  test('of the orders of an anonymized person the comments go, the sums stay, and nobody orders for them', async () => {
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
        erased: 'comments',
        done: false,
      }),
    )
    await eventually('the comment to go', async () => (await get(mine.id)).comment === '')
    expect(await get(mine.id)).toMatchObject({ amount: 4900, user_id: ann, version: 2 })
    expect((await get(other.id)).comment).toBe('Ring Bob')
    await expect(order(ann)).rejects.toMatchObject({ reason: 'user_unknown' })
  })
})
