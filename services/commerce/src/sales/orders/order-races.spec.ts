// Orders that are made while what they name is deleted.
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import type { Client } from 'pg'
import { commerceService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService] })
})
afterAll(() => system.stop())

/** What a request gives, or why it is refused. */
const reasonOf = (request: Promise<unknown>) =>
  request.then(
    () => null,
    error => error.reason,
  )

/** Runs while another connection has locked a table; the lock ends with `release`. */
const whileLocked = (table: string, run: (release: () => Promise<unknown>, owner: Client) => Promise<void>) =>
  asOwner(system.ownerUrl, async owner => {
    await owner.query(`begin; lock table commerce.${table} in share row exclusive mode`)
    await run(() => owner.query('commit'), owner as never)
  })

/** Until as many statements of the service wait for a lock. */
const waiting = (count: number) =>
  eventually(`${count} statements to wait`, () =>
    asOwner(system.ownerUrl, async owner => {
      const { rows } = await owner.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and usename = 'lms_commerce'`,
      )
      return rows.length === count
    }),
  )

test('an offer that is deleted between the reads and the writes of an order refuses the order', async () => {
  const caller = system.caller()
  const { api, order, course, ann } = await shopOf(system, caller)
  let creation: Promise<unknown> = Promise.resolve()
  // The order has read the offer, and waits before it writes.
  await asOwner(system.ownerUrl, async owner => {
    await owner.query('begin')
    await owner.query('select pg_advisory_xact_lock(hashtextextended($1 || $2, 1))', [caller.school, ann.id])
    creation = reasonOf(order())
    await waiting(1)
    await api.offers.delete({ path: { id: course.id } })
    await owner.query('commit')
  })
  expect(await creation).toBe('offer_unknown')
})

test('an offer stays if an order that is not committed yet contains it', async () => {
  const { api, order, course } = await shopOf(system)
  await whileLocked('outbox', async release => {
    const creation = reasonOf(order())
    await waiting(1)
    const removed = reasonOf(api.offers.delete({ path: { id: course.id } }))
    await waiting(2)
    await release()
    expect(await Promise.all([creation, removed])).toEqual([null, 'offer_sold'])
  })
})

test('no gift is issued of an offer that is deleted meanwhile: nobody could redeem it', async () => {
  const { api, course } = await shopOf(system)
  await asOwner(system.ownerUrl, async owner => {
    await owner.query('begin')
    await owner.query('delete from commerce.offers where id = $1', [course.id])
    const creation = reasonOf(api.gifts.create({ body: { kind: 'offer', offer_id: course.id } }))
    await waiting(1)
    await owner.query('commit')
    expect(await creation).toBe('offer_unknown')
  })
})

describe('a partner', () => {
  const shop = async () => {
    const base = await shopOf(system)
    const partner = await base.api.partners.create({
      body: { name: 'Bob', code: 'bob', basis_points: 1000 },
    })
    const remove = () => base.api.partners.delete({ path: { id: partner.id } })
    return { ...base, remove }
  }

  test('who is deleted before an order names them refuses the order', async () => {
    const { order, remove } = await shop()
    await whileLocked('order_numbers', async release => {
      const creation = reasonOf(order(1, { partner_code: 'bob' }))
      await waiting(1)
      await remove()
      await release()
      expect(await creation).toBe('partner_unknown')
    })
  })

  test('stays if an order that is not committed yet names them', async () => {
    const { order, remove } = await shop()
    await whileLocked('outbox', async release => {
      const creation = reasonOf(order(1, { partner_code: 'bob' }))
      await waiting(1)
      const removed = reasonOf(remove())
      await waiting(2)
      await release()
      expect(await Promise.all([creation, removed])).toEqual([null, 'partner_has_orders'])
    })
  })
})
