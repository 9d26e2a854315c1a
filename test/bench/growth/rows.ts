// The same reads on small and on large tables, in two systems that take turns: the cost of a table's size.
import { median } from '../load.ts'
import { printTable } from '../webhooks/table.ts'
import { fillGroup, fillJournal, fillOrders, fillPeople, type Sizes } from './fill.ts'
import { makeSchools } from './schools.ts'
import { openSystem, type System } from './system.ts'

export const smallSizes: Sizes = { orders: 10_000, events: 10_000, people: 10_000 }
const mediumSizes: Sizes = { orders: 200_000, events: 200_000, people: 100_000 }
/** What `--large` takes. */
export const largeSizes: Record<string, Sizes> = {
  people: { ...mediumSizes, people: 1_000_000 },
  orders: { ...mediumSizes, orders: 10_000_000 },
  all: { orders: 10_000_000, events: 10_000_000, people: 1_000_000 },
}

const asksOfRound = 40

interface Read {
  name: string
  /** The path of the `n`th request to this system. */
  path(system: Filled, n: number): string
}
interface Filled extends System {
  orderIds: string[]
  offerId: string
  eventIds: string[]
  emails: string[]
  group: string
  deep: { orders: string; people: string; members: string }
  sequences: number
}

const pick = (items: readonly string[], n: number) => items[n % items.length]!
const cursor = (value: string) => `cursor=${encodeURIComponent(value)}`

const reads: Read[] = [
  { name: 'get an order', path: (system, n) => `/v1/orders/${pick(system.orderIds, n)}` },
  { name: 'first page of orders', path: () => '/v1/orders?limit=50' },
  { name: 'page of orders, deep', path: system => `/v1/orders?limit=50&${cursor(system.deep.orders)}` },
  { name: 'paid orders', path: () => '/v1/orders?limit=50&status=paid' },
  { name: 'orders of an offer', path: system => `/v1/orders?limit=50&offer_id=${system.offerId}` },
  { name: 'get an event', path: (system, n) => `/v1/events/${pick(system.eventIds, n)}` },
  {
    name: 'event feed',
    path: (system, n) => `/v1/events?limit=50&sort=sequence&sequence[gt]=${(n * 7919) % system.sequences}`,
  },
  { name: 'first page of people', path: () => '/v1/users?limit=50' },
  { name: 'page of people, deep', path: system => `/v1/users?limit=50&${cursor(system.deep.people)}` },
  { name: 'person by e-mail', path: (system, n) => `/v1/users/by-email/${pick(system.emails, n)}` },
  { name: 'search for one person', path: (_, n) => `/v1/users?limit=20&q=person-${(n % 9999) + 1}@growth` },
  { name: 'search for a name', path: (_, n) => `/v1/users?limit=20&q=family${(n * 131) % 9973}` },
  { name: 'search by national phone', path: (_, n) => `/v1/users?limit=20&q=0171${1_000_001 + (n % 9999)}` },
  { name: 'search for what all have', path: () => '/v1/users?limit=20&q=given' },
  { name: 'search for one letter', path: () => '/v1/users?limit=20&q=p' },
  { name: 'search inside of words', path: (_, n) => `/v1/users?limit=20&q=rson-${(n % 9999) + 1}@growth` },
  { name: 'search for nobody', path: (_, n) => `/v1/users?limit=20&q=nobody-${n}@growth` },
  { name: 'first page of members', path: system => `/v1/groups/${system.group}/members?limit=50` },
  {
    name: 'page of members, deep',
    path: system => `/v1/groups/${system.group}/members?limit=50&${cursor(system.deep.members)}`,
  },
]

export async function rowsSection(rounds: number, large: string | undefined) {
  const sizes = large ? largeSizes[large]! : mediumSizes
  const systems: Filled[] = []
  try {
    for (const size of [smallSizes, sizes]) systems.push(await filled(size))
    await makeSchools(systems[1]!)
    const [small, big] = systems as [Filled, Filled]
    const rows = []
    for (const read of reads) {
      const [before, after] = await beside(read, small, big, rounds)
      rows.push({ name: read.name, small: before, large: after, ratio: after / before })
      process.stdout.write(`  ${read.name}: ${before.toFixed(2)} and ${after.toFixed(2)} ms\n`)
    }
    const count = (value: number) => value.toLocaleString('en')
    printTable(
      `p50 in ms, one request at a time, of ${count(smallSizes.orders)} orders, events and people each, and of ${count(sizes.orders)} orders, ${count(sizes.events)} events, ${count(sizes.people)} people`,
      ['', 'small', 'large', 'ratio'],
      rows.map(({ name, small, large, ratio }) => [name, small, large, ratio]),
    )
    return { sizes, rows }
  } finally {
    for (const system of systems) await system.stop()
  }
}

/** Medians of both systems; they take turns, so that both see the same machine. */
async function beside(read: Read, small: Filled, large: Filled, rounds: number): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  let requestCount = 0
  for (let round = 0; round <= rounds; round++)
    for (const [index, system] of [small, large].entries())
      for (let ask = 0; ask < asksOfRound; ask++) {
        const started = performance.now()
        await system.get(read.path(system, requestCount++))
        if (round > 0) times[index]!.push(performance.now() - started)
      }
  return [median(times[0]), median(times[1])]
}

async function filled(sizes: Sizes): Promise<Filled> {
  const system = await openSystem()
  const school = system.up.ready.school_id
  const { owner, get } = system
  await fillPeople(owner, school, sizes.people)
  const group = (await system.post('/v1/groups', { name: 'Everyone' })).id
  await fillGroup(owner, school, group)
  await fillOrders(owner, school, sizes.orders)
  await fillJournal(owner, school, sizes.events)
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
  const some = async (column: string, table: string, condition = 'true'): Promise<string[]> => {
    const { rows } = await owner.query(
      `select ${column} as value from ${table} tablesample bernoulli($2) where school_id = $1 and ${condition} limit 500`,
      [school, Math.min(100, 5_000_000 / sizes.orders)],
    )
    return rows.map(({ value }) => value)
  }
  // The position stands for the place, whatever filter the page before had.
  const deep = async (path: string, days: number) => {
    const middle = new Date(Date.now() - days * 86_400_000).toISOString()
    return (await get(`${path}?limit=10&created_at[lte]=${middle}`)).next_cursor as string
  }
  const [order] = (await get('/v1/orders?limit=1')).data
  const { rows } = await owner.query('select last from webhooks.sequences where school_id = $1', [school])
  return {
    ...system,
    orderIds: await some('id', 'commerce.orders'),
    offerId: order.items[0].offer_id,
    eventIds: await some('id', 'webhooks.events'),
    emails: await some('email', 'users.users', `email like '%@growth.example'`),
    group,
    deep: {
      orders: await deep('/v1/orders', 150),
      people: await deep('/v1/users', 150),
      members: await deep(`/v1/groups/${group}/members`, 150),
    },
    sequences: Number(rows[0].last),
  }
}
