import { inSchool } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'
import type { FiscalPart } from '../providers/adapter/fiscal.ts'
import { adapters } from '../providers/adapters.ts'
import { refusedCents } from '../providers/sandbox/sandbox.ts'
import { ReceiptStore } from './receipt.store.ts'

let system: TestSystem
let time = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  const clock = { now: () => new Date(time) }
  const services = [usersService, siteService, commerceService]
  system = await startSystem({ services, clock, settings: { taskSlots: 0 } })
})
afterAll(() => system.stop())

const runtime = () => system.services.commerce!.runtime
/** Does what is due: issues receipts, and tries again. */
const work = async (hours = 0) => {
  time += hours * 3_600_000
  await system.services.commerce!.workOffTasks()
}

const seller = { name: 'Школа', address: '1 Main Street', tax_id: 'DE 12', country: 'DE' }

/** A shop whose payments get receipts. */
async function shop({ enabled = true } = {}) {
  const base = await shopOf(system)
  const { api } = base
  const set = (receipts: object) => base.set({ receipts })
  if (enabled) await set({ enabled, seller })
  const all = async (query: Record<string, string> = {}) =>
    (await api.receipts.list({ query: { sort: 'created_at', ...query } as never })).data
  const get = (id: string) => api.receipts.get({ path: { id } })
  /** An order of this amount, paid as a whole, and its receipt. */
  const sold = async (amount = 10_000) => {
    const { id: offer_id } = await api.offers.create({ body: { name: 'Course', amount, currency: 'EUR' } })
    const order = await api.orders.create({ body: { user_id: base.ann.id, items: [{ offer_id }] } })
    const payment = await base.pay(order.id)
    const [receipt] = await all({ payment_id: payment.id })
    return { order, payment, receipt: receipt! }
  }
  return { ...base, set, all, get, sold }
}

/** The fiscal service of the sandbox, replaced while a test runs. */
async function withFiscal(issue: FiscalPart['issue'], act: () => Promise<void>) {
  const sandbox = adapters.test as { fiscal?: FiscalPart }
  const { fiscal } = sandbox
  sandbox.fiscal = { issue }
  try {
    await act()
  } finally {
    sandbox.fiscal = fiscal!
  }
}
const connect = (api: Awaited<ReturnType<typeof shop>>['api']) =>
  api.paymentProviders.create({ body: { kind: 'test', name: 'Sandbox' } })

test('payments of a school have no receipts unless its settings enable them', async () => {
  const { order, pay, set, all } = await shop({ enabled: false })
  await pay((await order()).id)
  expect(await all()).toEqual([])
  await set({ enabled: true, seller })
  const { id } = await order()
  await pay(id)
  expect(await all()).toMatchObject([{ order_id: id, status: 'pending', number: null, seller: null }])
})

test('a payment has a receipt, which gets the next number of the school in a task', async () => {
  const { api, ann, sold, get, eventsOf, set } = await shop()
  await set({ seller: { name: 'Old name' } })
  const [one, other] = [await sold(), await sold(999)]
  expect(one.receipt).toMatchObject({
    kind: 'payment',
    order_number: one.order.number,
    payment_id: one.payment.id,
    user_id: ann.id,
    amount: 10_000,
    currency: 'EUR',
    lines: [{ name: 'Course', quantity: 1, amount: 10_000, tax: null }],
  })
  await set({ seller })
  await work()
  const issued = await get(one.receipt.id)
  const numbers = [issued.number, (await get(other.receipt.id)).number].sort()
  expect(numbers).toEqual([1, 2])
  expect(issued).toMatchObject({ status: 'issued', seller, fiscal: null, provider_id: null })
  expect(issued.issued_at).toBe(new Date(time).toISOString().replace('Z', '+00:00'))
  expect(await eventsOf(one.receipt.id)).toMatchObject([
    {
      type: 'payment.receipt_issued',
      data: { object: { number: issued.number, status: 'issued', seller } },
      related: { user_id: ann.id, order_id: one.order.id, payment_id: one.payment.id },
    },
  ])
  expect((await api.receipts.list({ query: { number: '2' } })).data).toHaveLength(1)
})

test('the receipts of parts have the taxes and items of the order, to the last unit', async () => {
  const { api, ann, pay, all } = await shop()
  const rate = { country: 'DE', kind: 'any', name: 'VAT', basis_points: 1900, included: true } as const
  await api.taxRates.replace({ body: { rates: [rate] } })
  const offers = await Promise.all(
    [3333, 3334].map(amount =>
      api.offers.create({ body: { name: `At ${amount}`, amount, currency: 'EUR' } }),
    ),
  )
  const items = offers.map(({ id: offer_id }) => ({ offer_id }))
  const order = await api.orders.create({ body: { user_id: ann.id, items, country: 'DE' } })
  for (const amount of [1, 2500, undefined]) await pay(order.id, amount)
  const receipts = await all({ order_id: order.id })
  expect(receipts.map(({ amount }) => amount)).toEqual([1, 2500, 4166])
  const lines = receipts.flatMap(receipt => receipt.lines)
  for (const item of order.items) {
    const own = lines.filter(({ name }) => name === item.name)
    expect(own.reduce((sum, { amount }) => sum + amount, 0)).toBe(item.amount)
    expect(own.reduce((sum, { tax }) => sum + tax!.amount, 0)).toBe(item.tax!.amount)
  }
  expect(receipts.reduce((sum, { tax_amount }) => sum + tax_amount, 0)).toBe(order.tax_included_amount)
})

test('numbers have no gap: one that is rolled back is given again, and a refused receipt takes none', async () => {
  const { caller, api, sold, all } = await shop()
  await connect(api)
  const amounts = Array.from({ length: 20 }, (_, index) => (index % 4 ? 1000 : 100 * index + refusedCents))
  let last = ''
  for (const amount of amounts) last = (await sold(amount)).receipt.id
  const lost = inSchool(caller.school, runtime(), async ({ work, now }) => {
    expect(await new ReceiptStore(work).nextNumber(last, now)).toMatchObject({ number: 1 })
    throw new Error('rolled back')
  })
  await expect(lost).rejects.toThrow('rolled back')
  await work()
  // A receipt that has its number takes no second one.
  await inSchool(caller.school, runtime(), async ({ work, now }) => {
    expect(await new ReceiptStore(work).nextNumber(last, now)).toBeNull()
  })
  await sold(1000)
  await work()
  const receipts = await all({ limit: '100' })
  const failed = receipts.filter(({ status }) => status === 'failed')
  expect(failed.map(({ number }) => number)).toEqual([null, null, null, null, null])
  const numbers = receipts.flatMap(({ number }) => number ?? [])
  expect(numbers.sort((one, other) => one - other)).toEqual(
    Array.from({ length: 16 }, (_, index) => index + 1),
  )
})

test('a connected fiscal service registers a receipt before it is issued', async () => {
  const { api, ann, sold, get } = await shop()
  const provider = await connect(api)
  const { order, receipt } = await sold()
  const { issue } = adapters.test.fiscal!
  const calls: Parameters<typeof issue>[] = []
  await withFiscal(
    (...call) => {
      calls.push(call)
      return issue(...call)
    },
    () => work(),
  )
  expect(await get(receipt.id)).toMatchObject({
    status: 'issued',
    number: 1,
    provider_id: provider.id,
    fiscal: { number: receipt.id, sign: expect.any(String) },
  })
  const [[sentReceipt, { key }]] = calls as [Parameters<typeof issue>]
  expect(sentReceipt).toMatchObject({
    receipt_id: receipt.id,
    original_id: null,
    order_number: order.number,
    contact: { email: ann.email },
    lines: [{ amount: 10_000 }],
  })
  expect(key).toBe(receipt.id)
})

test('a receipt that the fiscal service refuses fails, and is sent again by hand', async () => {
  const { api, sold, get, typesOf } = await shop()
  const provider = await connect(api)
  const { receipt } = await sold(1000 + refusedCents)
  await work()
  const failed = await get(receipt.id)
  expect(failed).toMatchObject({
    status: 'failed',
    number: null,
    provider_id: provider.id,
    failure: { class: 'refused', message: expect.stringContaining(`${refusedCents}`) },
    download_path: null,
  })
  await api.paymentProviders.update({ path: { id: provider.id }, body: { active: false } })
  const retry = () => api.receipts.retry({ path: { id: receipt.id } })
  expect(await retry()).toMatchObject({ status: 'pending', failure: null })
  await work()
  expect(await get(receipt.id)).toMatchObject({ status: 'issued', number: 1 })
  expect(await typesOf(receipt.id)).toEqual(['payment.receipt_failed', 'payment.receipt_issued'])
  await expect(retry()).rejects.toMatchObject({ status: 409, reason: 'receipt_issued' })
})

test('a fiscal service that is away is asked again under the same key, until the tries end', async () => {
  const { api, sold, get } = await shop()
  await connect(api)
  const { receipt } = await sold()
  const keys: string[] = []
  const failIssue = async (_: unknown, { key }: { key: string }) => {
    keys.push(key)
    throw new Error('away')
  }
  await withFiscal(failIssue as never, async () => {
    await work()
    expect(await get(receipt.id)).toMatchObject({ status: 'pending' })
    await api.receipts.retry({ path: { id: receipt.id } })
    await work()
    expect(keys).toEqual([receipt.id, receipt.id])
    for (let hour = 0; hour < 12; hour++) await work(1)
  })
  expect(await get(receipt.id)).toMatchObject({
    status: 'failed',
    failure: { class: 'unavailable' },
    provider_id: null,
  })
  await api.receipts.retry({ path: { id: receipt.id } })
  await work()
  expect(await get(receipt.id)).toMatchObject({ status: 'issued', number: 1 })
})

test('a refund of a payment with a receipt has one, as its dry run says, numbered after the receipt', async () => {
  const { api, sold, refund, all, set } = await shop()
  const { payment, receipt } = await sold()
  await set({ enabled: false })
  const planned = await refund(payment.id, { amount: 4000, dry_run: true })
  expect(planned.consequences.receipt).toEqual({ amount: 4000 })
  const createdRefund = await refund(payment.id, { amount: 4000 })
  expect(createdRefund.consequences.receipt).toEqual({ amount: 4000 })
  await refund(payment.id)
  await work(1)
  const receipts = await all({ payment_id: payment.id })
  expect(receipts).toMatchObject([
    { kind: 'payment', number: 1, amount: 10_000 },
    { kind: 'refund', refund_id: createdRefund.id, original_id: receipt.id, amount: 4000 },
    { kind: 'refund', original_id: receipt.id, amount: 6000, lines: [{ name: 'Course', amount: 6000 }] },
  ])
  expect(new Set(receipts.slice(1).map(({ number }) => number))).toEqual(new Set([2, 3]))
  const paymentDetail = await api.payments.get({ path: { id: payment.id } })
  expect(paymentDetail.receipts).toEqual(
    receipts.map(({ id, kind, number, status, amount }) => ({ id, kind, number, status, amount })),
  )
  const without = await sold()
  expect(without.receipt).toBeUndefined()
  expect((await refund(without.payment.id)).consequences.receipt).toBeNull()
})

test('the receipt of a refund is issued with the one to which it refers, and waits for no try of its own', async () => {
  const { api, sold, refund, all } = await shop()
  await connect(api)
  const { payment } = await sold()
  const seconds = (count: number) => work(count / 3600)
  const failIssue = () => Promise.reject(new Error('away'))
  await withFiscal(failIssue, () => work())
  await withFiscal(failIssue, () => seconds(20))
  await refund(payment.id)
  await withFiscal(failIssue, () => work())
  const pending = { status: 'pending' }
  expect(await all({ payment_id: payment.id })).toMatchObject([pending, pending])
  // The pause of the first receipt, of half a minute and a quarter more or less, is over; that of the second one is not.
  await seconds(20)
  expect(await all({ payment_id: payment.id })).toMatchObject([
    { status: 'issued', number: 1 },
    { status: 'issued', number: 2 },
  ])
})

test('a part that was refunded and is paid again has the lines of the order again', async () => {
  const { order, pay, refund, all } = await shop()
  const { id } = await order()
  await refund((await pay(id, 4000)).id)
  await pay(id)
  await pay(id, 1).catch(error => expect(error).toMatchObject({ reason: 'order_already_paid' }))
  const receipts = await all({ order_id: id })
  expect(receipts.map(({ kind, lines }) => [kind, ...lines.map(line => [line.name, line.amount])])).toEqual([
    ['payment', ['Course', 4000]],
    ['refund', ['Course', 4000]],
    ['payment', ['Course', 10_000]],
  ])
})

test('a correction restates the lines of a receipt, and has a number of its own', async () => {
  const { api, sold, get } = await shop()
  const { receipt } = await sold()
  await work()
  const line = { name: 'Course and book', amount: 10_000, tax: { name: 'VAT', basis_points: 700 } }
  const order = (lines = [line]) =>
    api.receipts.create({ body: { original_id: receipt.id, reason: 'Wrong tax', lines } })
  await expect(order([{ ...line, amount: 9999 }])).rejects.toMatchObject({
    status: 422,
    reason: 'lines_unbalanced',
    details: [{ path: 'body.lines', message: 'the sum is EUR\u00a099.99, the receipt has EUR\u00a0100.00' }],
  })
  const outcomes = await Promise.allSettled([order(), order()])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { value } = outcomes.find(({ status }) => status === 'fulfilled') as { value: { id: string } }
  await work()
  expect(await get(value.id)).toMatchObject({
    kind: 'correction',
    number: 2,
    original_id: receipt.id,
    tax_amount: 654,
    lines: [{ quantity: 1, tax: { amount: 654 } }],
  })
  expect(await order()).toMatchObject({ status: 'pending' })
})
