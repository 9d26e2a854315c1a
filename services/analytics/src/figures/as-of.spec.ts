import { commerceService } from '@lms/commerce/service'
import { serviceService } from '@lms/service/service'
import type { Service } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webhooksContract } from '@lms/webhooks/contract'
import { webhooksService } from '@lms/webhooks/service'
import { analyticsService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

/** The ids of orders whose events cannot be counted yet. */
const failing = new Set<string>()
const isAbout = (event: object, id: string) => JSON.stringify(event).includes(id)
const failingAnalytics: Service = {
  ...analyticsService,
  batchReactions: (analyticsService.batchReactions ?? []).map(reaction => ({
    ...reaction,
    prepare: async (events, ctx) => {
      if (events.some(event => [...failing].some(id => isAbout(event, id))))
        throw new Error('the order cannot be read')
      return reaction.prepare(events, ctx)
    },
  })),
}

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService, webhooksService, serviceService, failingAnalytics],
  })
})
afterAll(() => system.stop())

test('figures name no event as counted that is behind one that is not', async () => {
  const school = schoolOf(system)
  const { events } = system.client('webhooks', webhooksContract.resources, school.caller)
  const figures = () => school.api.queries.query({ body: { metrics: ['payments'] } })
  const payments = async () =>
    (await figures()).data.reduce((sum, { values }) => sum + (values.payments ?? 0), 0)
  const buyer = await school.person()
  const offer = await school.offer(5000)
  const buy = async () => {
    const { id } = await school.order(buyer.id, [offer])
    return { id, pay: () => school.commerce.orders.markPaid({ path: { id }, body: {} }) }
  }
  const sequencesOf = async (id: string) =>
    (await events.list({ query: { limit: 100 } })).data
      .filter(event => isAbout(event, id))
      .map(({ sequence }) => sequence)
  const [late, timely] = [await buy(), await buy()]
  await eventually('both orders to be counted', async () => {
    const sequences = [...(await sequencesOf(late.id)), ...(await sequencesOf(timely.id))]
    return sequences.length >= 2 && (await figures()).as_of.sequence! >= Math.max(...sequences)
  })
  const before = (await figures()).as_of
  failing.add(late.id)
  await late.pay()
  await eventually('the journal to have it', async () => (await sequencesOf(late.id)).length > 1)
  const first = Math.min(...(await sequencesOf(late.id)).filter(each => each > before.sequence!))
  await timely.pay()
  await eventually('the other payment to be counted', async () => (await payments()) === 1)
  const behind = (await figures()).as_of
  expect(behind.sequence).toBe(first - 1)
  expect(behind.at! >= before.at!).toBe(true)
  failing.clear()
  await eventually('both payments to be counted', async () => (await payments()) === 2, 60_000)
  const all = [...(await sequencesOf(late.id)), ...(await sequencesOf(timely.id))]
  await eventually('all to be counted', async () => (await figures()).as_of.sequence! >= Math.max(...all))
}, 120_000)

test('figures of a restored school say so only once all is counted anew, and then up to its last event', async () => {
  const school = schoolOf(system)
  const figures = () => school.api.queries.query({ body: { metrics: ['payments'] } })
  const buyer = await school.person()
  const { id } = await school.order(buyer.id, [await school.offer(5000)])
  await school.commerce.orders.markPaid({ path: { id }, body: {} })
  await school.settled()
  const { events } = system.client('webhooks', webhooksContract.resources, school.caller)
  const [last] = (await events.list({ query: { limit: 1, sort: '-sequence' } })).data
  const before = await eventually('all to be counted', async () => {
    const { as_of, data } = await figures()
    return as_of.sequence === last!.sequence ? { as_of, data } : null
  })
  await school.loseFigures()
  expect((await figures()).as_of).toEqual({ sequence: null, at: null })
  await school.rebuild()
  await eventually('all to be counted anew', async () => (await figures()).as_of.sequence !== null)
  expect((await figures()).as_of).toEqual(before.as_of)
  await eventually(
    'the sums',
    async () => JSON.stringify((await figures()).data) === JSON.stringify(before.data),
  )
})
