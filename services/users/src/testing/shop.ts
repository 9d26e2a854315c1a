// A shop for the specs of accesses from orders.
import { commerceContract } from '@lms/commerce/contract'
import { type Envelope, formatTime, newId } from '@lms/contract'
import { eventSubject } from '@lms/events'
import { eventually, type TestSystem } from '@lms/testing'
import { usersContract } from '../contract.ts'

/** A school that sells a course for thirty days with a place in a group, and Ann, who orders it. */
export async function shopOf(system: TestSystem) {
  const caller = system.caller()
  const people = system.client('users', usersContract.resources, caller)
  const sales = system.client('commerce', commerceContract.resources, caller)
  const ann = (await people.users.create({ body: { email: 'ann@school.org' } })).id
  const group = await people.groups.create({ body: { name: 'Spring' } })
  const course_id = newId('crs')
  const offer = await sales.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
  const path = { id: offer.id }
  await sales.offerItems.create({
    path,
    body: { kind: 'course', resource_id: course_id, name: 'Lessons', term_days: 30 },
  })
  await sales.offerItems.create({ path, body: { kind: 'group', resource_id: group.id, name: 'Flow' } })
  const order = () =>
    sales.orders.create({ body: { user_id: ann, items: [{ offer_id: offer.id, quantity: 2 }] } })
  const pay = (id: string, body: { paid_at?: string } = {}) => sales.orders.markPaid({ path: { id }, body })
  const accesses = async (query: object = {}) => (await people.accesses.list({ query: query as never })).data
  const members = async () => (await people.members.list({ path: { id: group.id } })).data
  const granted = (id: string) =>
    eventually('the access of the order', async () => (await accesses({ order_id: id }))[0])
  const emitted = async () => {
    const rows = await system.services.users!.runtime.system.rows({
      statement: {
        name: '',
        text: 'select payload from users.outbox where school_id = $1 order by position',
      },
      values: [caller.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!) as Envelope).filter(({ type }) => type)
  }
  /** Publishes events of commerce, as often and in whatever order. */
  const publish = async (type: string, object: object) => {
    const event = { id: newId('evt'), type, created_at: formatTime(new Date()), data: { object } }
    const { bus } = system
    await bus.js.publish(eventSubject(caller.school, type), JSON.stringify(event))
    return event.id
  }
  /** Waits until an event published here was processed. */
  const handled = (eventId: string) =>
    eventually('the event to be handled', async () => {
      const rows = await system.services.users!.runtime.system.rows({
        statement: { name: '', text: 'select 1 from users.inbox where event_id = $1' },
        values: [eventId],
      })
      return rows.length > 0
    })
  return {
    caller,
    people,
    sales,
    ann,
    group,
    course_id,
    order,
    pay,
    accesses,
    members,
    granted,
    emitted,
    publish,
    handled,
  }
}
