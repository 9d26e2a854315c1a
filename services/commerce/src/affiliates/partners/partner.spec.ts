import { newId } from '@lms/contract'
import { inSchool } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { builder } from '../../builder.ts'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'

const day = 24 * 3600_000
let now = Date.parse('2026-11-21T09:30:00Z')
let system: TestSystem
beforeAll(async () => {
  const clock = { now: () => new Date(now) }
  system = await startSystem({ services: [commerceService, usersService], clock })
})
afterAll(() => system.stop())

async function school() {
  const caller = system.caller()
  const api = system.client('commerce', commerceContract.resources, caller)
  const { users, persons } = system.client('users', usersContract.resources, caller)
  const person = () => users.create({ body: { email: `${newId('usr')}@school.example` } })
  const offer = await api.offers.create({ body: { name: 'Course', amount: 10_000, currency: 'EUR' } })
  const partner = (fields: object = {}) =>
    api.partners.create({ body: { name: 'Ann', code: 'ann', basis_points: 1000, ...fields } })
  const order = async (fields: { user_id?: string; partner_code?: string | null } = {}) => {
    const user_id = (fields.user_id ?? (await person()).id) as `usr_${string}`
    return api.orders.create({
      body: { partner_code: 'ann', ...fields, user_id, items: [{ offer_id: offer.id }] } as never,
    })
  }
  const pay = ({ id }: { id: string }) => api.orders.markPaid({ path: { id }, body: {} })
  const paid = async (fields = {}) => pay(await order(fields))
  const paymentOf = async ({ id }: { id: string }) =>
    (await api.payments.list({ query: { order_id: id } })).data[0]!
  const refund = async (of: { id: string }, amount?: number, dry_run = false) =>
    api.paymentRefunds.refund({
      path: { id: (await paymentOf(of)).id },
      body: { amount, dry_run, reason: '' } as never,
    })
  const accruals = async (query = {}) =>
    (await api.partnerAccruals.list({ query: { sort: 'created_at', ...query } })).data
  const balance = async ({ id }: { id: string }) => (await api.partners.get({ path: { id } })).balance
  const payOut = (of: { id: string }, fields: object = {}) =>
    api.partnerPayouts.create({ body: { partner_id: of.id as never, currency: 'EUR', ...fields } })
  const basket = (partner_code: string, fields: object = {}) =>
    api.checkouts.create({
      body: { items: [{ offer_id: offer.id }], partner_code, email: `${newId('usr')}@a.example`, ...fields },
    })
  const ordered = async ({ id }: { id: string }) => {
    const { order_id } = await api.checkouts.confirm({ path: { id } })
    return api.orders.get({ path: { id: order_id! } })
  }
  const settings = (partners: object) =>
    inSchool(caller.school, system.services.commerce!.runtime, ({ work }) =>
      new builder.stores.settings(work).change({ partners }, null, 'owner'),
    )
  return {
    caller,
    api,
    basket,
    ordered,
    settings,
    users,
    persons,
    person,
    partner,
    order,
    pay,
    paid,
    refund,
    accruals,
    balance,
    payOut,
  }
}
const euros = (held: number, available: number, paid: number) => [{ currency: 'EUR', held, available, paid }]

describe('partners', () => {
  test('have a link with a code that is unique in the school, in any case', async () => {
    const { api, partner } = await school()
    const createdPartner = await partner({ code: 'Anns-Blog' })
    expect(createdPartner).toMatchObject({
      code: 'anns-blog',
      link: '?partner=anns-blog',
      balance: [],
      active: true,
    })
    await expect(partner({ code: 'ANNS-blog' })).rejects.toMatchObject({
      status: 409,
      reason: 'partner_code_taken',
    })
    expect((await api.partners.list({ query: { code: 'ANNS-BLOG' } })).data).toEqual([createdPartner])
  })

  test('an order names its partner by the code; an unknown or inactive one is refused', async () => {
    const { api, partner, order } = await school()
    const createdPartner = await partner()
    expect(await order({ partner_code: 'ANN' })).toMatchObject({ partner_id: createdPartner.id })
    expect(await order({ partner_code: null })).toMatchObject({ partner_id: null })
    const unknown = { status: 422, reason: 'partner_unknown', details: [{ path: 'body.partner_code' }] }
    await expect(order({ partner_code: 'bob' })).rejects.toMatchObject(unknown)
    await api.partners.update({ path: { id: createdPartner.id }, body: { active: false } })
    await expect(order()).rejects.toMatchObject(unknown)
  })

  test('partners get no share of their own orders', async () => {
    const { partner, person, order, paid, accruals } = await school()
    const ann = await person()
    await partner({ user_id: ann.id })
    await expect(order({ user_id: ann.id })).rejects.toMatchObject({
      status: 422,
      reason: 'partner_own_order',
    })
    await paid({ user_id: ann.id, partner_code: null })
    expect(await accruals()).toEqual([])
  })

  test('a share of a payment is held until the refund term ends, and then available', async () => {
    const { partner, paid, accruals, balance } = await school()
    const createdPartner = await partner({ basis_points: 1250 })
    const order = await paid()
    expect(await accruals()).toEqual([
      expect.objectContaining({
        partner_id: createdPartner.id,
        order_id: order.id,
        kind: 'earned',
        amount: 1250,
        currency: 'EUR',
        available_at: new Date(now + 14 * day).toISOString().replace('Z', '+00:00'),
        payout_id: null,
      }),
    ])
    expect(await balance(createdPartner)).toEqual(euros(1250, 0, 0))
    now += 14 * day
    expect(await balance(createdPartner)).toEqual(euros(0, 1250, 0))
  })

  test('a refund takes back its part, a dry run says how much, and a whole refund leaves nothing', async () => {
    const { partner, paid, refund, accruals, balance } = await school()
    const createdPartner = await partner({ basis_points: 333 })
    const order = await paid()
    const [earned] = await accruals()
    const planned = await refund(order, 3333, true)
    expect(planned.consequences.accruals).toEqual([
      { accrual_id: earned!.id, partner_id: createdPartner.id, amount: 111 },
    ])
    expect(await balance(createdPartner)).toEqual(euros(333, 0, 0))
    const part = await refund(order, 3333)
    expect(part.consequences).toEqual(planned.consequences)
    expect(await balance(createdPartner)).toEqual(euros(222, 0, 0))
    expect(await accruals({ kind: 'taken_back' })).toMatchObject([{ refund_id: part.id, amount: 111 }])
    await refund(order)
    expect(await balance(createdPartner)).toEqual(euros(0, 0, 0))
  })

  test('a payout pays what is available, once, and what is taken back later is owed', async () => {
    const { partner, paid, refund, accruals, balance, payOut } = await school()
    const createdPartner = await partner()
    const order = await paid()
    const nothing = { status: 409, reason: 'partner_nothing_available' }
    await expect(payOut(createdPartner)).rejects.toMatchObject(nothing)
    now += 14 * day
    await expect(payOut(createdPartner, { amount: 999 })).rejects.toMatchObject({
      status: 409,
      reason: 'partner_amount_differs',
      details: [{ path: 'body.amount', message: '1000 is available' }],
    })
    await expect(payOut(createdPartner, { currency: 'CHF' })).rejects.toMatchObject(nothing)
    await expect(payOut({ id: newId('prt') })).rejects.toMatchObject({
      status: 422,
      reason: 'partner_unknown',
    })
    const payout = await payOut(createdPartner, { amount: 1000, reference: 'T-1' })
    expect(payout).toMatchObject({ amount: 1000, accruals_count: 1, reference: 'T-1' })
    expect(await accruals()).toMatchObject([{ payout_id: payout.id }])
    await refund(order, 4000)
    expect(await balance(createdPartner)).toEqual(euros(0, -400, 1000))
    await paid()
    now += 14 * day
    expect(await payOut(createdPartner)).toMatchObject({ amount: 600, accruals_count: 2 })
    expect(await balance(createdPartner)).toEqual(euros(0, 0, 1600))
  })

  test('of payouts at one moment no two pay the same share', async () => {
    const { partner, paid, balance, payOut, api } = await school()
    const createdPartner = await partner()
    await Promise.all([paid(), paid(), paid()])
    now += 14 * day
    const done = await Promise.allSettled(Array.from({ length: 8 }, () => payOut(createdPartner)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balance(createdPartner)).toEqual(euros(0, 0, 3000))
    expect((await api.partnerPayouts.list()).data).toMatchObject([{ amount: 3000, accruals_count: 3 }])
  })

  test('a partner with orders is deactivated and not deleted; earlier orders go on earning', async () => {
    const { api, partner, order, pay, balance } = await school()
    const createdPartner = await partner()
    const path = { id: createdPartner.id }
    const waiting = await order()
    await expect(api.partners.delete({ path })).rejects.toMatchObject({
      status: 409,
      reason: 'partner_has_orders',
    })
    await api.partners.update({ path, body: { active: false, basis_points: 2000 } })
    await pay(waiting)
    expect(await balance(createdPartner)).toEqual(euros(2000, 0, 0))
    const other = await partner({ code: 'bob' })
    await api.partners.delete({ path: { id: other.id } })
  })

  test('a merge makes the person who stays the partner, and an erasure blanks the name', async () => {
    const { api, persons, partner, person } = await school()
    const [ann, twin] = [await person(), await person()]
    const createdPartner = await partner({ user_id: twin.id, comment: 'Met at the fair.' })
    const get = () => api.partners.get({ path: { id: createdPartner.id } })
    await persons.merge({ path: { id: ann.id }, body: { user_id: twin.id } })
    await eventually('the move', async () => (await get()).user_id === ann.id)
    await persons.anonymize({ path: { id: ann.id } })
    await eventually('the erasure', async () => (await get()).name === 'Erased')
    expect(await get()).toMatchObject({ comment: '', active: false, code: 'ann', user_id: ann.id })
  })

  test('a checkout keeps the code of a link; by the rule of the school the last or the first one counts', async () => {
    const { api, partner, basket, ordered, settings } = await school()
    const [ann, bob] = [await partner(), await partner({ code: 'bob' })]
    expect(await ordered(await basket('ANN'))).toMatchObject({ partner_id: ann.id })
    expect(await ordered(await basket('nobody'))).toMatchObject({ partner_id: null })
    const both = async () => {
      const { id } = await basket('ann')
      return api.checkouts.update({ path: { id }, body: { partner_code: 'bob' } })
    }
    expect(await ordered(await both())).toMatchObject({ partner_id: bob.id })
    await settings({ attribution: 'first', cookie_days: 7 })
    expect(await both()).toMatchObject({ partner_code: 'ann' })
    const clickedUser = await both()
    now += 7 * day + 1
    expect(await ordered(clickedUser)).toMatchObject({ partner_id: null })
    const { id } = clickedUser
    expect((await api.checkouts.get({ path: { id } })).status).toBe('confirmed')
  })

  test.each(['last', 'first'] as const)(
    'a link of nobody, or of an inactive partner, takes no order from another (%s)',
    async attribution => {
      const { api, partner, basket, ordered, settings } = await school()
      await settings({ attribution })
      const [ann, bob] = [await partner(), await partner({ code: 'bob' })]
      await api.partners.update({ path: { id: bob.id }, body: { active: false } })
      for (const none of ['nobody', 'bob']) {
        const [one, other] = attribution === 'last' ? ['ann', none] : [none, 'ann']
        const { id } = await basket(one)
        await api.checkouts.update({ path: { id }, body: { partner_code: other } })
        expect(await ordered({ id })).toMatchObject({ partner_id: ann.id })
      }
    },
  )

  test("a checkout of the partner's own is ordered without a share", async () => {
    const { partner, person, basket, ordered } = await school()
    const ann = await person()
    await partner({ user_id: ann.id })
    expect(await ordered(await basket('ann', { email: ann.email }))).toMatchObject({
      user_id: ann.id,
      partner_id: null,
    })
  })
})
