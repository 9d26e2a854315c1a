import { type Caller, newId } from '@lms/contract'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../../contract.ts'
import { commerceService } from '../../service.ts'

const minute = 60_000
const day = 24 * 60 * minute

describe('checkouts', () => {
  let system: TestSystem
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    const clock = { now: () => new Date(now) }
    system = await startSystem({ services: [usersService, commerceService], clock })
  })
  afterAll(() => system.stop())

  /** A school with an offer, and the key of its web page. */
  async function shop() {
    const owner = system.caller()
    const api = (caller: Caller) => system.client('commerce', commerceContract.resources, caller)
    const page = api({ ...owner, key: newId('key'), kind: 'publishable', role: 'student' })
    const staff = api(owner)
    const { users } = system.client('users', usersContract.resources, owner)
    const course = await staff.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
    const basket = (fields: Partial<Parameters<typeof page.checkouts.create>[0]['body']> = {}) =>
      page.checkouts.create({ body: { items: [{ offer_id: course.id }], ...fields } })
    const confirm = (id: string) => page.checkouts.confirm({ path: { id } })
    const emitted = (type: string) =>
      asOwner(system.ownerUrl, async client => {
        const { rows } = await client.query(
          `select payload::json as event from commerce.outbox where school_id = $1 and subject like '%' || $2`,
          [owner.school, type],
        )
        return rows.map(({ event }) => event)
      })
    return { owner, api, page, staff, users, course, basket, confirm, emitted }
  }

  test('a web page makes a basket, changes it, and confirms it into an order of a new person', async () => {
    const { page, staff, users, course, basket, confirm, emitted } = await shop()
    const utm = { source: 'news', medium: 'mail', campaign: 'spring', term: '', content: '' }
    const createdCheckout = await basket({ utm, referrer: 'https://news.example/' })
    expect(createdCheckout).toMatchObject({
      status: 'open',
      user_id: null,
      items: [{ offer_id: course.id, name: 'Course', quantity: 1, unit_amount: 4900 }],
      amount: 4900,
      currency: 'EUR',
      utm,
      referrer: 'https://news.example/',
    })
    const path = { id: createdCheckout.id }
    const items = [{ offer_id: course.id, quantity: 2 }]
    await page.checkouts.update({ path, body: { items } })
    const body = { email: 'ann@school.org', first_name: 'Ann', last_name: 'Lee' }
    expect(await page.checkouts.update({ path, body })).toMatchObject({ ...body, amount: 9800, version: 3 })
    const confirmed = await confirm(createdCheckout.id)
    expect(confirmed.payment_path).toMatch(/^\/pay\/[\w.-]{50,}$/)
    expect(confirmed).toMatchObject({ status: 'confirmed', user_id: null, order_id: expect.any(String) })
    const order = await staff.orders.get({ path: { id: confirmed.order_id! } })
    expect(order).toMatchObject({ status: 'waiting_payment', amount: 9800, checkout_id: createdCheckout.id })
    expect(await users.get({ path: { id: order.user_id } })).toMatchObject({ ...body, role: 'student' })
    expect(await emitted('order.created')).toMatchObject([{ data: { object: order } }])
    expect(await staff.checkouts.get({ path })).toMatchObject({ user_id: order.user_id, utm })
  })

  test('the order belongs to the person of the contact: by e-mail, then by phone, never by name', async () => {
    const { users, basket, confirm, staff } = await shop()
    const phone = '+491711234567'
    const ann = await users.create({ body: { email: 'ann@school.org', first_name: 'Ann' } })
    const bob = await users.create({ body: { phone, first_name: 'Bob' } })
    const buyer = async (contact: object) => {
      const { order_id } = await confirm((await basket(contact)).id)
      return (await staff.orders.get({ path: { id: order_id! } })).user_id
    }
    expect(await buyer({ email: 'ANN@school.org', phone })).toBe(ann.id)
    expect(await buyer({ email: 'new@school.org', phone })).toBe(bob.id)
    expect([ann.id, bob.id]).not.toContain(await buyer({ email: 'other@school.org', first_name: 'Ann' }))
    expect(await users.get({ path: { id: bob.id } })).toEqual(bob)
    const { data } = await staff.checkouts.list({ query: { email: 'ann@SCHOOL.org' } })
    expect(data.map(({ user_id }) => user_id)).toEqual([ann.id])
  })

  test('a confirmed checkout does not change, and makes one order however often it is confirmed', async () => {
    const { page, staff, basket, confirm, emitted } = await shop()
    const { id } = await basket({ email: 'ann@school.org' })
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => confirm(id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await emitted('order.created')).toHaveLength(1)
    const again = { status: 409, reason: 'checkout_confirmed' }
    await expect(confirm(id)).rejects.toMatchObject(again)
    const change = page.checkouts.update({ path: { id }, body: { email: 'bob@school.org' } })
    await expect(change).rejects.toMatchObject(again)
    expect((await staff.orders.list()).data).toHaveLength(1)
  })

  test('an order needs a contact, and a price that is still offered', async () => {
    const { page, staff, course, basket, confirm } = await shop()
    const { id } = await basket()
    await expect(confirm(id)).rejects.toMatchObject({ status: 422, reason: 'checkout_contact_missing' })
    await page.checkouts.update({ path: { id }, body: { phone: '+491711234567' } })
    await staff.offers.update({ path: { id: course.id }, body: { amount: 5900 } })
    const dearer = await confirm(id)
    expect(dearer.amount).toBe(5900)
    expect((await staff.orders.get({ path: { id: dearer.order_id! } })).amount).toBe(5900)
    const late = await basket({ email: 'ann@school.org' })
    await staff.offers.update({ path: { id: course.id }, body: { status: 'archived' } })
    await expect(confirm(late.id)).rejects.toMatchObject({ status: 422, reason: 'offer_unknown' })
  })

  test('a promo code lowers the price, and is used once the order exists', async () => {
    const { page, staff, basket, confirm } = await shop()
    const code = { code: 'SPRING', kind: 'percent' as const, percent: 20, max_uses: 1 }
    const { id } = await staff.promoCodes.create({ body: code })
    const uses = async () => (await staff.promoCodes.get({ path: { id } })).uses_count
    const [one, other] = [
      await basket({ email: 'ann@school.org', promo_code: 'spring' }),
      await basket({ email: 'bob@school.org', promo_code: 'SPRING' }),
    ]
    expect(one).toMatchObject({
      promo_code: 'SPRING',
      items_amount: 4900,
      discount_amount: 980,
      amount: 3920,
    })
    await expect(basket({ promo_code: 'AUTUMN' })).rejects.toMatchObject({ reason: 'promo_code_unknown' })
    expect(await uses()).toBe(0)
    const { order_id } = await confirm(one.id)
    expect(await staff.orders.get({ path: { id: order_id! } })).toMatchObject({
      amount: 3920,
      discount: { kind: 'promo_code', code: 'SPRING' },
    })
    expect(await uses()).toBe(1)
    await expect(confirm(other.id)).rejects.toMatchObject({ status: 422, reason: 'promo_code_used_up' })
    const without = await page.checkouts.update({ path: { id: other.id }, body: { promo_code: null } })
    expect(without).toMatchObject({ amount: 4900, discount_amount: 0 })
    expect((await confirm(other.id)).amount).toBe(4900)
  })

  test('a basket that costs nothing is paid once it is confirmed', async () => {
    const { staff, basket, confirm, emitted } = await shop()
    await staff.promoCodes.create({ body: { code: 'FREE', kind: 'percent', percent: 100 } })
    const { id } = await basket({ email: 'ann@school.org', promo_code: 'FREE' })
    const { order_id, payment_path } = await confirm(id)
    expect(payment_path).toBeNull()
    const order = await staff.orders.get({ path: { id: order_id! } })
    expect(order).toMatchObject({ status: 'paid', amount: 0, paid_amount: 0 })
    expect(await emitted('order.paid')).toMatchObject([{ data: { object: order } }])
    expect((await staff.payments.list({ query: { order_id: order.id } })).data).toMatchObject([
      { amount: 0, method: 'none', status: 'succeeded' },
    ])
  })

  test('a page names no person, sees none, and lists nothing; a student sees their own', async () => {
    const { owner, api, page, staff, users, course, basket } = await shop()
    const ann = await users.create({ body: { email: 'ann@school.org' } })
    const unknown = { status: 422, reason: 'user_unknown' }
    await expect(basket({ user_id: ann.id })).rejects.toMatchObject(unknown)
    await expect(page.checkouts.list()).rejects.toMatchObject({ status: 403 })
    const student = api({ ...owner, key: newId('ses'), kind: 'session', role: 'student', user: ann.id })
    const body = { items: [{ offer_id: course.id }] }
    const own = await student.checkouts.create({ body })
    expect(own.user_id).toBe(ann.id)
    const bob = await users.create({ body: { email: 'bob@school.org' } })
    await expect(student.checkouts.create({ body: { ...body, user_id: bob.id } })).rejects.toMatchObject(
      unknown,
    )
    const theirs = await staff.checkouts.create({ body: { ...body, user_id: bob.id } })
    expect((await student.checkouts.list()).data).toEqual([own])
    await expect(student.checkouts.get({ path: { id: theirs.id } })).rejects.toMatchObject({ status: 404 })
    expect(await page.checkouts.get({ path: { id: own.id } })).toEqual({ ...own, user_id: null })
    const { order_id } = await student.checkouts.confirm({ path: { id: own.id } })
    expect((await student.orders.get({ path: { id: order_id! } })).user_id).toBe(ann.id)
  })

  test.each(['archived', 'draft'] as const)(
    'a code gives its gift also on a web page, where its offer is %s',
    async status => {
      const { staff, basket, confirm } = await shop()
      const mug = await staff.offers.create({ body: { name: 'Mug', amount: 500, currency: 'EUR' } })
      await staff.promoCodes.create({ body: { code: 'MUG', kind: 'gift', gift_offer_id: mug.id } })
      await staff.offers.update({ path: { id: mug.id }, body: { status } })
      const { id, items } = await basket({ promo_code: 'mug', email: 'ann@school.org' })
      expect(items[1]).toMatchObject({ offer_id: mug.id, gift: true, amount: 0 })
      const { order_id } = await confirm(id)
      expect((await staff.orders.get({ path: { id: order_id! } })).items[1]).toMatchObject({ gift: true })
    },
  )

  test('one that is left with a contact is abandoned once, an hour after its last change', async () => {
    const { page, staff, users, basket, confirm, emitted } = await shop()
    const ann = await users.create({ body: { email: 'ann@school.org' } })
    const { id } = await basket()
    const path = { id }
    const state = async () => (await staff.checkouts.get({ path })).status
    now += 2 * day
    await page.checkouts.update({ path, body: { email: 'Ann@school.org' } })
    now += 50 * minute
    await page.checkouts.update({ path, body: { first_name: 'Ann' } })
    const finished = await basket({ email: 'bob@school.org' })
    await confirm(finished.id)
    const last = await basket({ email: 'eve@school.org' })
    // The first looks at the change of ten minutes ago, and waits on.
    now += 20 * minute
    const dueOf = () =>
      asOwner(system.ownerUrl, async client => {
        const { rows } = await client.query(`select due_at from commerce.tasks where key = $1`, [id])
        return rows[0]?.due_at.getTime()
      })
    await eventually('the task to wait on', async () => (await dueOf()) === now + 40 * minute)
    expect(await state()).toBe('open')
    now += 40 * minute
    await eventually('the checkout to be abandoned', async () => (await state()) === 'abandoned')
    await eventually('the other one', async () => {
      const { status } = await staff.checkouts.get({ path: { id: last.id } })
      return status === 'abandoned'
    })
    const events = await emitted('order.checkout_abandoned')
    expect(events.map(event => [event.data.object.id, event.related.user_id])).toEqual(
      expect.arrayContaining([
        [id, ann.id],
        [last.id, undefined],
      ]),
    )
    expect(events).toHaveLength(2)
    const back = await page.checkouts.update({ path, body: { last_name: 'Lee' } })
    expect(back).toMatchObject({ status: 'abandoned', abandoned_at: expect.any(String) })
    expect(await confirm(id)).toMatchObject({ status: 'confirmed', abandoned_at: back.abandoned_at })
    expect((await staff.checkouts.list({ query: { status: 'confirmed' } })).data).toHaveLength(2)
  })

  test('an unfinished one is deleted a month after its last change, a confirmed one stays', async () => {
    const { staff, basket, confirm } = await shop()
    const confirmedCheckout = await confirm((await basket({ email: 'ann@school.org' })).id)
    await basket()
    await basket({ email: 'bob@school.org' })
    now += 61 * minute
    await eventually('the second to be abandoned', async () => {
      const { data } = await staff.checkouts.list({ query: { status: 'abandoned' } })
      return data.length === 1
    })
    now += 31 * day
    const remaining = await eventually('the others to be gone', async () => {
      const { data } = await staff.checkouts.list()
      return data.length === 1 && data
    })
    expect(remaining[0]!.id).toBe(confirmedCheckout.id)
  })

  test('of a visitor with the contact of a person are theirs, and tell nothing after an erasure', async () => {
    const { owner, staff, users, basket, emitted } = await shop()
    const { persons } = system.client('users', usersContract.resources, owner)
    const ann = await users.create({ body: { email: 'ann@school.org', phone: '+393331234567' } })
    const contactFields = { first_name: 'Annabel', referrer: 'https://ann.example/' }
    const createdCheckouts = [
      await basket({ email: 'Ann@school.org', ...contactFields }),
      await basket({ phone: '+393331234567', ...contactFields }),
    ]
    const other = await basket({ email: 'eve@school.org' })
    const { areas } = await persons.anonymize({ path: { id: ann.id } })
    expect(areas.find(({ what }) => what === 'checkouts')).toMatchObject({ count: 2 })
    const texts = async () => JSON.stringify((await staff.checkouts.list()).data)
    await eventually('the erasure', async () => !/annabel|ann@|ann\.example|3331234567/i.test(await texts()))
    now += 61 * minute
    await eventually('the other one', async () => {
      const { status } = await staff.checkouts.get({ path: { id: other.id } })
      return status === 'abandoned'
    })
    const events = await emitted('order.checkout_abandoned')
    expect(events.map(({ data }) => data.object.id)).toEqual([other.id])
    for (const { id } of createdCheckouts)
      expect((await staff.checkouts.get({ path: { id } })).status).toBe('open')
  })

  test('pass to the person into whom theirs is merged, and lose their contact with an erasure', async () => {
    const { owner, staff, users, basket, confirm } = await shop()
    const { persons } = system.client('users', usersContract.resources, owner)
    const [ann, twin] = [
      await users.create({ body: { email: 'ann@school.org' } }),
      await users.create({ body: { email: 'twin@school.org' } }),
    ]
    const { id } = await confirm(
      (await basket({ email: 'twin@school.org', referrer: 'https://ann.example/' })).id,
    )
    const get = () => staff.checkouts.get({ path: { id } })
    await persons.merge({ path: { id: ann.id }, body: { user_id: twin.id } })
    await eventually('the merge', async () => (await get()).user_id === ann.id)
    await persons.anonymize({ path: { id: ann.id } })
    const blank = await eventually('the erasure', async () => {
      const checkout = await get()
      return checkout.email === null && checkout
    })
    expect(blank).toMatchObject({ phone: null, first_name: '', referrer: '', amount: 4900 })
  })
})
