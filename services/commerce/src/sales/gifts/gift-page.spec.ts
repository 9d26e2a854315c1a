// A gift that is bought on the page of an offer: its letters, its page, and who redeems it.
import type { FormVisit } from '@lms/contract'
import { crmService } from '@lms/crm/service'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, somePageVisit, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'
import { buying } from '../buying/buying.contract.ts'
import { giftPages } from './gift-page.contract.ts'

let system: TestSystem
let mail: MailServer
let now = Date.parse('2026-11-22T10:00:00Z')
const dayMs = 86_400_000
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [siteService, usersService, crmService, commerceService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0, settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@mail.example' } },
  })
}, 180_000)
afterAll(async () => {
  await system?.stop()
  await mail?.close()
})

let schools = 0
async function shop() {
  const { registry: siteRegistry } = system.internal('site', { registry })
  const host = `gifts-${++schools}.example`
  const { id: school } = await siteRegistry.create({ body: { name: 'School', domains: [host] } })
  const caller = system.caller({ school })
  const base = await shopOf(system, caller)
  const inSchool = { school: caller.school }
  const tills = system.internal('commerce', { buying }, inSchool).buying
  const pages = system.internal('commerce', { giftPages }, inSchool).giftPages
  const gift = { gift: '1', shown_gift: '1', amount: '10000', currency: 'EUR' }
  const buyer = { email: `eve@${host}`, first_name: 'Eve', last_name: 'Lee' }
  const utm = { source: '', medium: '', campaign: '', term: '', content: '' }
  const buy = (fields: Record<string, string> = {}) =>
    tills.buy({
      body: {
        ...{ offer_id: base.course.id, partner_clicks: [], utm, referrer: '' },
        fields: { ...gift, ...buyer, ...fields },
      },
    })
  const till = (fields: Record<string, string>) =>
    tills.show({
      body: { ...somePageVisit, offer_id: base.course.id, fields, key: 'key', attempt: null },
    })
  const paid = async () => {
    const [order] = (await base.api.orders.list({ query: { sort: '-created_at' } })).data
    await base.pay(order!.id)
    return order!
  }
  const work = async () => {
    await system.services.commerce!.workOffTasks()
    await system.services.crm!.workOffTasks()
  }
  const lettersTo = (email: string, text = /\/gifts\//) =>
    mail.mails.filter(each => each.to.includes(email) && text.test(each.text)).map(each => each.text)
  /** What a busy service refused is tried again in a minute. */
  const waitForLetters = (email: string, text?: RegExp) =>
    eventually(`a letter to ${email}`, async () => {
      await work()
      const letters = lettersTo(email, text)
      if (letters.length === 0) now += 60_000
      return letters.length > 0 && letters
    })
  const codeIn = (letter: string) => /\/gifts\/([A-Z0-9-]+)/.exec(letter)![1]!
  const show = async (code: string) => {
    const form = { fields: {}, key: 'key', attempt: null }
    return (await pages.show({ body: { ...somePageVisit, ...form, code } })).data
  }
  const showAgain = async (code: string, fields: Record<string, string>, attempt: FormVisit['attempt']) =>
    (await pages.show({ body: { ...somePageVisit, fields, key: 'key', attempt, code } })).content
  const redeem = (code: string, fields: Record<string, string>) => pages.redeem({ body: { code, fields } })
  return {
    ...base,
    host,
    buy,
    till,
    paid,
    work,
    waitForLetters,
    lettersTo,
    codeIn,
    show,
    showAgain,
    redeem,
    buyer,
  }
}

test('a gift is bought, sent on its day to its receiver, and redeemed by another', async () => {
  const {
    api,
    people,
    host,
    buy,
    paid,
    work,
    waitForLetters,
    lettersTo,
    codeIn,
    show,
    redeem,
    buyer,
    course,
  } = await shop()
  const receiver = `dan@${host}`
  await buy({ gift_email: receiver, gift_day: '2026-12-24', gift_message: 'Merry <Christmas>' })
  const order = await paid()
  expect(order).toMatchObject({ as_gift: true, amount: 10_000 })
  // The buyer gets its page at once, and no word about an account.
  const [letter] = await waitForLetters(buyer.email)
  const code = codeIn(letter!)
  expect(letter).not.toMatch(/account/)
  expect(lettersTo(receiver)).toEqual([])
  expect(await show(code.toLowerCase())).toMatchObject({
    ...{ status: 'active', kind: 'offer', name: 'Course', code, message: 'Merry <Christmas>' },
  })
  // In the morning of the day in the school's zone.
  now = Date.parse('2026-12-24T07:00:00Z')
  await work()
  expect(lettersTo(receiver)).toEqual([])
  now = Date.parse('2026-12-24T09:00:00Z')
  const received = await waitForLetters(receiver)
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('Eve Lee gives you')
  for (const each of [letter, received[0]]) expect(each).toContain('in test mode: no money moves')
  expect(codeIn(received[0]!)).toBe(code)
  await work()
  expect(lettersTo(receiver)).toHaveLength(1)
  const { payment_path } = await redeem(code, { email: `zoe@${host}`, first_name: 'Zoe', last_name: '' })
  expect(payment_path).toMatch(/^\/pay\//)
  const [newest] = (await api.orders.list({ query: { sort: '-created_at' } })).data
  const zoe = await people.users.get({ path: { id: newest!.user_id } })
  expect(zoe).toMatchObject({ email: `zoe@${host}`, first_name: 'Zoe' })
  expect(newest).toMatchObject({ status: 'paid', amount: 0, items: [{ offer_id: course.id }] })
  expect(await show(code)).toMatchObject({ status: 'redeemed' })
  await expect(redeem(code, { email: `zoe@${host}` })).rejects.toMatchObject({ reason: 'gift_redeemed' })
})

test('several gifts have a page each, and one letter leads to the order with all of them', async () => {
  const { api, buy, paid, waitForLetters, lettersTo, buyer } = await shop()
  await buy({ quantity: '3', amount: '30000' })
  const order = await paid()
  await waitForLetters(buyer.email, /ready to be given away/)
  expect(lettersTo(buyer.email, /ready to be given away.*\/pay\//s)).toHaveLength(1)
  expect((await api.gifts.list({ query: { order_id: order.id } })).data).toHaveLength(3)
})

test('a gift of what the person has already is not redeemed without a word', async () => {
  const { api, people, course, host, buy, paid, waitForLetters, codeIn, show, showAgain, redeem, buyer } =
    await shop()
  const group = await people.groups.create({ body: { name: 'Bakers' } })
  const item = { kind: 'group' as const, resource_id: group.id, name: 'Baking' }
  await api.offerItems.create({ path: { id: course.id }, body: item })
  const email = `dan@${host}`
  const dan = await people.users.create({ body: { email } })
  await people.members.add({ path: { id: group.id }, body: { user_id: dan.id } })
  await buy()
  await paid()
  const code = codeIn((await waitForLetters(buyer.email))[0]!)
  const attempt = { reason: 'already_owned', fields: ['included.0'] }
  await expect(redeem(code, { email })).rejects.toMatchObject({
    ...{ status: 409, reason: attempt.reason, details: [{ path: 'included.0', message: 'Baking' }] },
  })
  expect(await show(code)).toMatchObject({ status: 'active' })
  const content = await showAgain(code, { email }, attempt)
  expect(content).toContain('has this already: Baking.')
  expect(content).toContain('name="again"')
  expect(content).toContain(`value="${email}"`)
  await redeem(code, { email, again: '1' })
  expect(await show(code)).toMatchObject({ status: 'redeemed' })
})

test('a gift that is taken back is not sent, and its page says so', async () => {
  const { api, host, buy, paid, work, waitForLetters, lettersTo, codeIn, show, redeem, buyer, refund } =
    await shop()
  await buy({ gift_email: `dan@${host}`, gift_day: new Date(now + 3 * dayMs).toISOString().slice(0, 10) })
  const order = await paid()
  const code = codeIn((await waitForLetters(buyer.email))[0]!)
  const [payment] = (await api.payments.list({ query: { order_id: order.id } })).data
  await refund(payment!.id)
  now += 4 * dayMs
  await work()
  expect(lettersTo(`dan@${host}`)).toEqual([])
  expect(await show(code)).toMatchObject({ status: 'canceled' })
  await expect(redeem(code, { email: buyer.email })).rejects.toMatchObject({ reason: 'gift_canceled' })
})

test('what a gift cannot be is said before anything is ordered', async () => {
  const { api, host, course, buy, till, redeem, show } = await shop()
  const interval = { unit: 'month' as const, count: 1 }
  const monthly = await api.prices.create({
    path: { id: course.id },
    body: { amount: 10_000, currency: 'EUR', interval },
  })
  const email = `dan@${host}`
  for (const [fields, reason, field] of [
    [{ price: monthly.id }, 'gift_of_subscription', null],
    [{ shown_gift: '' }, 'price_changed', null],
    [{ gift: '' }, 'price_changed', null],
    [{ quantity: '2' }, 'price_changed', null],
    [{ quantity: '101' }, 'invalid_body', 'quantity'],
    [{ quantity: 'two' }, 'invalid_body', 'quantity'],
    [{ quantity: '2', amount: '20000', gift_email: email }, 'invalid_body', 'gift_email'],
    [{ gift_email: 'dan' }, 'invalid_body', 'gift_email'],
    [{ gift_day: '2027-01-24' }, 'invalid_body', 'gift_day'],
    [{ gift_day: '2020-01-24', gift_email: email }, 'invalid_body', 'gift_day'],
    [{ gift_day: '2031-01-24', gift_email: email }, 'invalid_body', 'gift_day'],
    [{ gift_day: '2027-02-30', gift_email: email }, 'invalid_body', 'gift_day'],
    [{ gift_message: 'x'.repeat(301) }, 'invalid_body', 'gift_message'],
  ] as const)
    await expect(buy(fields)).rejects.toMatchObject({
      ...{ reason, details: field ? [expect.objectContaining({ path: field })] : [] },
    })
  expect((await api.orders.list()).data).toEqual([])
  expect((await till({ gift: '1', quantity: '3' })).data).toMatchObject({
    ...{ as_gift: true, quantity: 3, amount: 30_000, asks_gift: true },
  })
  expect((await till({ gift: '1', price: monthly.id })).content).toContain('cannot be a gift')
  await expect(show('AAAA-BBBB-CCCC-DDDD')).rejects.toMatchObject({ status: 404 })
  await expect(redeem('AAAA-BBBB-CCCC-DDDD', { email })).rejects.toMatchObject({ status: 404 })
})
