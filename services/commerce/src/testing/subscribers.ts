// A school that sells a course by the month, with the sandbox as its payment provider, under a clock that only the test
// moves.
import { type Envelope, type Id, newId } from '@lms/contract'
import { inSchool } from '@lms/service-host'
import { startSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { commerceContract } from '../contract.ts'
import { PaymentMethodStore } from '../money/payment-methods/payment-method.store.ts'
import type { CardName } from '../money/providers/sandbox/cards.ts'
import { sealedReference } from '../money/providers/sealed-secrets.ts'
import { commerceService } from '../service.ts'

const beginning = Date.parse('2026-01-31T10:00:00Z')

export async function startClockedSystem() {
  let now = beginning
  const clock = { now: () => new Date(now) }
  const system = await startSystem({
    services: [usersService, commerceService],
    clock,
    // What is due waits until a test settles it.
    settings: { taskSlots: 0 },
  })
  /** Does all that is due by now, in both services, as far as they run. */
  const settle = async () => {
    await system.services.commerce!.workOffTasks()
    await system.services.users?.workOffTasks()
  }
  /** Sets the clock, never back, and does all that is due by then. */
  const goTo = async (time: string | number) => {
    now = Math.max(now, typeof time === 'string' ? Date.parse(time) : time)
    await settle()
  }
  const today = () => new Date(now).toISOString()
  return { system, settle, goTo, today, now: () => now }
}
export type Clocked = Awaited<ReturnType<typeof startClockedSystem>>

/** Ann's school. Its offer gives a course and a place in a group. */
export async function subscribersOf({ system, goTo, now }: Clocked) {
  const caller = system.caller()
  const api = system.client('commerce', commerceContract.resources, caller)
  const people = system.client('users', usersContract.resources, caller)
  const ann = (await people.users.create({ body: { email: 'ann@school.org' } })).id
  const group = await people.groups.create({ body: { name: 'Club' } })
  const course_id = newId('crs')
  const offer = await api.offers.create({ body: { name: 'Club', amount: 4900, currency: 'EUR' } })
  const path = { id: offer.id }
  await api.offerItems.create({ path, body: { kind: 'course', resource_id: course_id, name: 'Lessons' } })
  await api.offerItems.create({ path, body: { kind: 'group', resource_id: group.id, name: 'Club' } })
  const price = (fields: object = {}) =>
    api.prices.create({
      path,
      body: {
        name: 'Monthly',
        amount: 4900,
        currency: 'EUR',
        interval: { unit: 'month', count: 1 },
        ...fields,
      },
    })
  const provider = await api.paymentProviders.create({ body: { kind: 'test', name: 'Sandbox' } })
  const { runtime } = system.services.commerce!

  /** A card that a person has saved on the payment page. */
  const saveCard = (name: CardName, user_id: Id<'usr'> = ann) =>
    inSchool(caller.school, runtime, async ({ work }) => {
      const methods = new PaymentMethodStore(work)
      const id = newId('pmt')
      const sealed = sealedReference(name, { school: caller.school, id, vault: runtime.vault })
      const cardFields = { user_id, provider_id: provider.id, brand: 'visa', last4: '4242', expires: null }
      return methods.insert({ ...methods.fresh(id), ...cardFields, sealed })
    })
  type New = Partial<Parameters<typeof api.subscriptions.create>[0]['body']>
  const subscribe = async (fields: New = {}) =>
    api.subscriptions.create({
      body: {
        user_id: ann,
        price_id: fields.price_id ?? (await price()).id,
        time_zone: 'Europe/Berlin',
        ...fields,
      },
    })
  const get = (id: string) => api.subscriptions.get({ path: { id } })
  const ordersOf = async (subscription_id: string) =>
    (await api.orders.list({ query: { subscription_id, sort: 'created_at', limit: '1000' } })).data
  const accesses = async () => (await people.accesses.list({ query: { course_id } })).data
  const members = async () => (await people.members.list({ path: { id: group.id } })).data
  const events = async (id: string): Promise<Envelope<any>[]> => {
    const rows = await runtime.system.rows({
      statement: {
        name: '',
        text: `select payload from commerce.outbox where school_id = $1 and subject like 'events.%' order by position`,
      },
      values: [caller.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!)).filter(({ data }) => data.object.id === id)
  }
  /** Goes to each time at which the subscription is charged, until this one. */
  const liveUntil = async (id: string, time: number) => {
    for (;;) {
      const { next_charge_at } = await get(id)
      if (next_charge_at === null || Date.parse(next_charge_at) > time) break
      await goTo(Math.max(Date.parse(next_charge_at), now()))
    }
    await goTo(time)
  }
  return {
    ...{ caller, api, people, ann, group, offer, course_id, price, provider, saveCard, subscribe, get },
    ...{ ordersOf, accesses, members, events, liveUntil },
  }
}
