// Orders of a merged person, with events before and after the merge: the other person gets their accesses.
import { commerceService } from '@lms/commerce/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService] })
})
afterAll(() => system.stop())

describe('an order of a merged person', () => {
  /** Ann's unpaid order, and the event of its payment from before commerce processed a merge. */
  async function unpaid() {
    const here = await shopOf(system)
    const createdOrder = await here.order()
    const paid = { ...createdOrder, status: 'paid', paid_at: createdOrder.created_at, version: 2 }
    const person = async (email: string) => (await here.people.users.create({ body: { email } })).id
    const merge = (id: string, user_id: typeof here.ann) =>
      here.people.persons.merge({ path: { id }, body: { user_id } })
    const pays = async () => here.handled(await here.publish('order.paid', paid))
    return { ...here, createdOrder, paid, person, merge, pays }
  }

  test.each(['the payment is heard of first', 'the merge happens first'])(
    'gives to the person who stays, if %s',
    async order => {
      const { ann, course_id, createdOrder, person, merge, pays, accesses, members, emitted } = await unpaid()
      const [bob, eve] = [await person('bob@school.org'), await person('eve@school.org')]
      // Into one, and this one into another.
      const steps = [() => merge(bob, ann), () => merge(eve, bob)]
      for (const step of order === 'the merge happens first' ? [...steps, pays] : [pays, ...steps])
        await step()
      expect(await accesses({ order_id: createdOrder.id })).toMatchObject([
        { user_id: eve, course_id, status: 'active' },
      ])
      expect(await members()).toMatchObject([{ user_id: eve, source: 'order', order_id: createdOrder.id }])
      expect((await emitted()).filter(({ type }) => type === 'course.access_granted')).toHaveLength(1)
    },
  )

  test('revokes its own accesses, and those granted in advance for it, of the person who stays', async () => {
    const here = await unpaid()
    const {
      people,
      ann,
      course_id,
      createdOrder,
      paid,
      order,
      person,
      merge,
      pays,
      accesses,
      publish,
      handled,
    } = here
    const unsold = await order()
    const bob = await person('bob@school.org')
    await merge(bob, ann)
    await pays()
    await handled(await publish('order.refunded', { ...paid, status: 'refunded', version: 3 }))
    expect(await accesses({ order_id: createdOrder.id })).toMatchObject([{ status: 'revoked' }])
    expect(await here.members()).toEqual([])
    const ahead = await people.accesses.create({ body: { user_id: bob, course_id, order_id: unsold.id } })
    await handled(await publish('order.canceled', { ...unsold, status: 'canceled', version: 2 }))
    expect((await people.accesses.get({ path: { id: ahead.id } })).status).toBe('revoked')
  })

  test('takes no place with its refund that the duplicate had by hand', async () => {
    const { people, group, paid, ann, person, merge, pays, publish, handled, members } = await unpaid()
    const bob = await person('bob@school.org')
    await people.members.add({ path: { id: group.id }, body: { user_id: bob } })
    await pays()
    await merge(ann, bob)
    expect(await members()).toMatchObject([{ user_id: ann, source: 'manual', order_id: null }])
    await handled(await publish('order.refunded', { ...paid, status: 'refunded', version: 3 }))
    expect(await members()).toMatchObject([{ user_id: ann }])
  })

  test('gives nothing if the person who stays is deleted', async () => {
    const { people, ann, person, merge, pays, accesses, members } = await unpaid()
    const bob = await person('bob@school.org')
    await merge(bob, ann)
    await people.users.delete({ path: { id: bob } })
    await pays()
    expect(await accesses()).toEqual([])
    expect(await members()).toEqual([])
  })

  test('that is paid during a merge gives its course once, to the person who stays', async () => {
    const { people, createdOrder, ann, person, merge, pay, accesses, granted } = await unpaid()
    const bob = await person('bob@school.org')
    await Promise.all([merge(bob, ann), pay(createdOrder.id)])
    await granted(createdOrder.id)
    await eventually('the access to be Bob’s', async () => (await accesses({ user_id: bob })).length === 1)
    expect(await accesses({ order_id: createdOrder.id })).toHaveLength(1)
    expect((await people.users.get({ path: { id: ann } })).merged_into).toBe(bob)
  })
})
