// A shop for the specs of money.
import type { Caller, Envelope } from '@lms/contract'
import { inSchool } from '@lms/service-host'
import type { TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { commerceContract } from '../contract.ts'

/** A school that sells a course for 100.00 €, and Ann, who orders it. */
export async function shopOf(system: TestSystem, caller: Caller = system.caller()) {
  const api = system.client('commerce', commerceContract.resources, caller)
  const people = system.client('users', usersContract.resources, caller)
  const ann = await people.users.create({ body: { email: 'ann@school.org' } })
  const course = await api.offers.create({ body: { name: 'Course', amount: 10_000, currency: 'EUR' } })
  const order = (quantity = 1, fields: { partner_code?: string; as_gift?: boolean } = {}) =>
    api.orders.create({ body: { ...fields, user_id: ann.id, items: [{ offer_id: course.id, quantity }] } })
  const pay = (order_id: string, amount?: number) =>
    api.payments.create({ body: { order_id: order_id as never, ...(amount ? { amount } : {}) } })
  const refund = (id: string, body: Parameters<typeof api.paymentRefunds.refund>[0]['body'] = {}) =>
    api.paymentRefunds.refund({ path: { id }, body })
  const orderNow = (id: string) => api.orders.get({ path: { id } })
  /** Changes settings of the school's sales. */
  const set = (values: object) =>
    inSchool(caller.school, system.services.commerce!.runtime, ({ work }) =>
      new builder.stores.settings(work).change(values as Record<string, unknown>, null, 'owner'),
    )
  /** The events about an object, in their order. */
  const eventsOf = async (id: string): Promise<Envelope<any>[]> => {
    const rows = await system.services.commerce!.runtime.system.rows({
      statement: {
        name: '',
        text: `select payload from commerce.outbox where school_id = $1 and subject like 'events.%' order by position`,
      },
      values: [caller.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!)).filter(({ data }) => data.object.id === id)
  }
  const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type)
  return { caller, api, people, ann, course, order, pay, refund, orderNow, set, eventsOf, typesOf }
}
