// What one school can do to the others, by name: each is legal, and each once took every school down.
import type { Attacker, Shot } from './attacker.ts'
import { largestFields } from './largest-fields.ts'
import { beginRequest, leaveUnread } from './unanswered-requests.ts'

export interface Attack {
  name: string
  /** How many shots are under way at once. */
  workers: number
  /** Seconds until it is at its worst, where it cannot be at once. */
  seconds?: number
  /** Makes what the attack needs in the attacker's school. `receiver` is where its webhooks go. */
  prepare(by: Attacker, receiver: string): Promise<Shot>
}

const repeated = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => one(index)).join('&')

const filters: Attack = {
  name: 'filters',
  // Sixteen for each of the services that are asked.
  workers: 48,
  prepare: async by => {
    const { id } = await by.done('POST', '/api/v1/offers', {
      body: { name: 'Course', amount: 100, currency: 'EUR' },
    })
    // 15 KB of a request's head each: the gateway reads 16.
    const shots: Shot[] = [
      (_, signal) =>
        by.shoot('GET', `/api/v1/orders?${repeated(380, () => `offer_id=${id}`)}`, { as: 'student', signal }),
      (_, signal) =>
        by.shoot('GET', `/api/v1/users?${repeated(300, index => `custom_fields.f${index}=x`)}`, { signal }),
      (_, signal) =>
        by.shoot('GET', `/api/v1/webhooks/deliveries?${repeated(380, () => 'request_id=abc')}`, { signal }),
    ]
    return (index, signal) => shots[index % shots.length]!(index, signal)
  },
}

const bodies: Attack = {
  name: 'unfinished bodies',
  workers: 1020,
  // As many as one key may begin at its usual rate.
  seconds: 32,
  prepare: async by => (_, signal) =>
    beginRequest(by, { method: 'POST', path: '/api/v1/auth/messenger', as: 'publishable' }, signal),
}

const people: Attack = {
  name: 'custom fields',
  workers: 16,
  prepare: async by => {
    const pieces = await largestFields(by)
    const ids: string[] = []
    const make = async () => {
      const { id } = await by.done('POST', '/api/v1/users', { body: newPerson() })
      for (const piece of pieces) await by.shoot('PATCH', `/api/v1/users/${id}`, { body: piece })
      ids.push(id)
      return id as string
    }
    for (let count = 0; count < 12; count++) await make()
    const one = (index: number) => ids[index % ids.length]!
    const shots: Shot[] = [
      (_, signal) => by.shoot('GET', '/api/v1/users?limit=1000', { signal }),
      (index, signal) =>
        by.shoot('PATCH', `/api/v1/users/${one(index)}`, { body: { first_name: `A${index}` }, signal }),
      (_, signal) => by.shoot('GET', '/api/v1/events?type=user.*&limit=1000', { signal }),
      async (_, signal) => by.shoot('POST', `/api/v1/users/${await make()}/anonymize`, { signal }),
    ]
    return (index, signal) => shots[index % shots.length]!(index, signal)
  },
}

let persons = 0
const newPerson = () => ({ email: `loud-${process.pid}-${++persons}@school.example`, first_name: 'Ann' })

/** Forty orders of a hundred offers with the longest descriptions: 120 MB where each stands beside its id. */
async function makeOrders(by: Attacker) {
  const makeOffer = () =>
    by.done('POST', '/api/v1/offers', {
      body: { name: '€'.repeat(200), description: '€'.repeat(10_000), amount: 100, currency: 'EUR' },
    })
  const offers = await Promise.all(Array.from({ length: 100 }, makeOffer))
  const { id: user_id } = await by.done('POST', '/api/v1/users', { body: newPerson() })
  const items = offers.map(({ id }) => ({ offer_id: id }))
  for (let count = 0; count < 40; count += 4)
    await Promise.all([0, 1, 2, 3].map(() => by.done('POST', '/api/v1/orders', { body: { user_id, items } })))
}
const everything = '/api/v1/orders?limit=1000&expand=items.offer,user'

const expand: Attack = {
  name: 'expand',
  workers: 16,
  prepare: async by => {
    await makeOrders(by)
    return (_, signal) => by.shoot('GET', everything, { signal })
  },
}

const unread: Attack = {
  name: 'unread answers',
  workers: 120,
  prepare: async by => {
    await makeOrders(by)
    return (_, signal) => leaveUnread(by, { path: everything, as: 'owner' }, signal)
  },
}

const floods: Attack = {
  name: 'deliveries and exports',
  workers: 120,
  prepare: async (by, receiver) => {
    const ids: string[] = []
    for (let batch = 0; batch < 25; batch++)
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { id } = await by.done('POST', '/api/v1/users', { body: newPerson() })
          ids.push(id)
        }),
      )
    await untilInJournal(by, ids.at(-1)!)
    const subscribe = () =>
      by.shoot('POST', '/api/v1/webhooks', { body: { url: receiver, events: ['user.*'] } })
    for (let batch = 0; batch < 10; batch++) await Promise.all(Array.from({ length: 20 }, subscribe))
    return (index, signal) =>
      index % 4 === 0
        ? by.shoot('POST', '/api/v1/events/replay', { body: { types: ['user.*'] }, signal })
        : by.shoot('POST', `/api/v1/users/${ids[index % ids.length]}/data-export`, { signal })
  },
}

async function untilInJournal(by: Attacker, id: string) {
  for (;;) {
    const { data } = await by.done('GET', `/api/v1/events?object_id=${id}`)
    if (data.length) return
  }
}

export const attacks: readonly Attack[] = [filters, bodies, people, expand, unread, floods]
