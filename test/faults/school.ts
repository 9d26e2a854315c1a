// One school under faults: its clients, their acknowledged changes, and the checks of them.
import { isDeepStrictEqual } from 'node:util'
import { eventually } from '@lms/testing'
import { wideLimits } from '@lms/testing/gateway'
import type { Random } from '@lms/testing/random'
import type { Hook, Receivers } from './receivers.ts'
import { eventKey, paymentKey, SchoolRecord } from './record.ts'
import { type Address, Broken, send, untilAcknowledged } from './requests.ts'
import type { FaultySystem } from './system.ts'
import { Client } from './workload.ts'

/** How long asynchronous work may take once all is back: leases expire, messages are delivered again. */
const patience = 120_000
/** Events of what clients do. Mails about it follow on their own, when they can be sent. */
const followed = ['user', 'order', 'payment'] as const
const isFollowed = (type: string) => followed.some(resource => type.startsWith(`${resource}.`))

export class School {
  readonly id: string
  readonly host: string
  readonly record = new SchoolRecord()
  readonly clients: readonly Client[]
  readonly #system: FaultySystem
  readonly #key: string
  readonly #hook: Hook
  /** Ids of the journal's events, by what they tell. */
  readonly #journal = new Map<string, string>()
  #lastSequence = 0
  #checked = 0

  private constructor(
    system: FaultySystem,
    { id, host, key, hook }: { id: string; host: string; key: string; hook: Hook },
    randoms: readonly Random[],
  ) {
    this.#system = system
    this.id = id
    this.host = host
    this.#key = key
    this.#hook = hook
    this.clients = randoms.map(random => new Client(() => this.gateway(), this.record, random))
  }

  /** Makes the school, subscribes a receiver to the events of its clients, and gives it one client for each random. */
  static async open(
    system: FaultySystem,
    name: string,
    receivers: Receivers,
    randoms: readonly Random[],
  ): Promise<School> {
    const host = `${name}.example`
    const { id } = await system.operator('POST', '/schools', { name, domains: [host] })
    await system.operator('PATCH', `/schools/${id}`, { limits: wideLimits })
    const owner = { name: 'owner', role: 'owner', kind: 'integration', scope: ['*'] }
    const { api_key: key } = await system.operator('POST', `/schools/${id}/keys`, owner)
    const hook = receivers.hook(name)
    const school = new School(system, { id, host, key, hook }, randoms)
    const body = { url: hook.url, events: followed.map(resource => `${resource}.*`), secret: hook.secret }
    await untilAcknowledged(() => school.gateway(), { method: 'POST', path: '/v1/webhooks', body })
    return school
  }

  gateway(): Address {
    return this.#system.gateway({ host: this.host, key: this.#key })
  }

  /** How often each event has arrived at the receiver. */
  get arrivals(): Iterable<number> {
    return this.#hook.arrived.values()
  }

  /** Checks the changes of the last round. Throws Broken. */
  async checkRound(): Promise<void> {
    const fresh = this.record.changes.slice(this.#checked)
    this.#checked = this.record.changes.length
    const paths = new Set(fresh.map(({ operation, object }) => `/v1/${operation.split('/')[2]}/${object.id}`))
    await this.#checkObjects([...paths].filter(path => this.record.objects.has(path)))
    await this.#checkReplays(fresh.slice(-20))
    await this.#checkJournal()
    await this.#checkArrivals()
    await this.#checkAudit(false)
  }

  /** Checks everything since the beginning, also slow effects. Throws Broken. */
  async checkAll(): Promise<void> {
    await this.#checkObjects([...this.record.objects.keys()])
    await this.#checkNothingElse()
    await this.#checkMoney()
    await this.#checkJournal()
    await this.#checkArrivals()
    await this.#checkDeliveries()
    await this.#checkAudit(true)
    await this.#checkPeople()
  }

  async #get(path: string): Promise<any> {
    const { status, body } = await send(this.gateway(), { method: 'GET', path })
    if (status !== 200) throw new Broken(`GET ${path} is answered ${status} ${JSON.stringify(body)}`)
    return body
  }

  async #list(path: string): Promise<any[]> {
    const items: any[] = []
    for (let cursor = ''; ; ) {
      const { data, next_cursor } = await this.#get(`${path}&limit=1000${cursor}`)
      items.push(...data)
      // A feed goes on for ever: its end is an empty page.
      if (!next_cursor || data.length === 0) return items
      cursor = `&cursor=${encodeURIComponent(next_cursor)}`
    }
  }

  /** Every object is as last acknowledged. */
  async #checkObjects(paths: readonly string[]): Promise<void> {
    for (const path of paths) same(`GET ${path}`, await this.#get(path), this.record.objects.get(path))
  }

  /** Repeated or interrupted requests have created no second object. */
  async #checkNothingElse(): Promise<void> {
    for (const resource of ['users', 'offers', 'orders']) {
      const listed = await this.#list(`/v1/${resource}?sort=created_at`)
      const recordedPaths = [...this.record.objects.keys()].filter(path =>
        path.startsWith(`/v1/${resource}/`),
      )
      const there = listed.filter(({ status }) => status !== 'deleted').map(({ id }) => id)
      same(`the ${resource} listed`, there.sort(), recordedPaths.map(path => path.split('/')[3]).sort())
    }
  }

  /** What is paid of each order is the sum of its payments. */
  async #checkMoney(): Promise<void> {
    const orders = await this.#list('/v1/orders?sort=created_at')
    const paid = new Map(orders.map(({ id }) => [id, 0]))
    for (const { order_id, amount } of await this.#list('/v1/payments?status=succeeded'))
      paid.set(order_id, paid.get(order_id)! + amount)
    same('the sums of payments', Object.fromEntries(paid), sumsOf(orders))
  }

  /** A repetition of an acknowledged request gets the first answer again and changes nothing. */
  async #checkReplays(changes: SchoolRecord['changes']): Promise<void> {
    for (const { request, answer } of changes) {
      const again = await send(this.gateway(), request)
      const what = `${request.method} ${request.path} with its key again`
      same(what, again.body, answer)
      same(`${what}: Idempotent-Replayed`, again.headers['idempotent-replayed'], 'true')
    }
  }

  /** Exactly one event for each change, with ascending sequences without gap or duplicate. */
  async #checkJournal(): Promise<void> {
    await eventually(
      `the events of ${this.host}`,
      async () => {
        await this.#readFeed()
        return this.#journal.size >= this.record.events.size
      },
      patience,
    ).catch(error => {
      const missing = [...this.record.events].filter(key => !this.#journal.has(key))
      throw new Broken(`${error.message} ${missing.length} are missing:\n${missing.slice(0, 20).join('\n')}`)
    })
  }

  async #readFeed(): Promise<void> {
    const feed = await this.#list(`/v1/events?sort=sequence&sequence[gt]=${this.#lastSequence}`)
    for (const { id, type, sequence, data, related } of feed) {
      if (sequence !== this.#lastSequence + 1)
        throw new Broken(`After sequence ${this.#lastSequence} the journal of ${this.host} has ${sequence}`)
      this.#lastSequence = sequence
      if (!isFollowed(type)) continue
      const key = type === 'payment.succeeded' ? paymentKey(related.order_id) : eventKey(type, data.object)
      if (!this.record.events.has(key)) throw new Broken(`The journal has ${key}, which nobody did`)
      if (this.#journal.has(key))
        throw new Broken(`The journal has ${key} twice: ${this.#journal.get(key)} and ${id}`)
      this.#journal.set(key, id)
    }
  }

  /** Every event reached its receiver at least once. */
  async #checkArrivals(): Promise<void> {
    const missing = () => [...this.#journal].filter(([, id]) => !this.#hook.arrived.has(id))
    await eventually(`arrivals at ${this.host}`, () => missing().length === 0, patience).catch(error => {
      throw new Broken(
        `${error.message} ${missing().length} events did not arrive: ${missing().slice(0, 20)}`,
      )
    })
    const events = new Set(this.#journal.values())
    const others = [...this.#hook.arrived.keys()].filter(id => !events.has(id))
    if (others.length) throw new Broken(`Arrived without standing in the journal: ${others}`)
  }

  /** One delivery for each event, and all of them delivered. */
  async #checkDeliveries(): Promise<void> {
    const listed = await eventually(
      `deliveries of ${this.host}`,
      async () => {
        const all = await this.#list('/v1/webhooks/deliveries?sort=created_at')
        return all.every(({ status }) => status === 'delivered') && all
      },
      patience,
    )
    same('events with a delivery', listed.map(one => one.event_id).sort(), [...this.#journal.values()].sort())
  }

  /** One audit record for each change: never more, and in the end not fewer. */
  async #checkAudit(complete: boolean): Promise<void> {
    let records: any[] = []
    const read = async () => {
      const all = await this.#list('/v1/audit-log?sort=created_at')
      // Not the long lists of people that a check itself reads: these are recorded, too.
      records = all.filter(({ operation }) => /^(?!GET).* \/v1\/(users|offers|orders)/.test(operation))
    }
    const differing = (isWrong: (actual: number, expected: number) => boolean) => {
      const actualCounts = counted(records.map(({ operation, object_id }) => `${operation} ${object_id}`))
      const expectedCounts = this.record.audits
      const keys = [...new Set([...actualCounts.keys(), ...expectedCounts.keys()])]
      return keys.filter(key => isWrong(actualCounts.get(key) ?? 0, expectedCounts.get(key) ?? 0))
    }
    const missing = () => differing((actual, expected) => actual < expected)
    const isComplete = async () => {
      await read()
      return missing().length === 0
    }
    if (complete)
      await eventually(`the audit log of ${this.host}`, isComplete, patience).catch(error => {
        throw new Broken(`${error.message} Too few records of ${missing()}`)
      })
    else await read()
    same(
      `what the audit log of ${this.host} has too often`,
      differing((actual, expected) => actual > expected),
      [],
    )
    const emitted = records.flatMap(({ event_ids }) => event_ids as string[])
    same('events named by audit records', emitted.length, new Set(emitted).size)
    const journal = new Set(this.#journal.values())
    same(
      'events of audit records that are not in the journal',
      emitted.filter(id => !journal.has(id)),
      [],
    )
  }

  /** Commerce knows of all who are gone, and of nobody else that they are. */
  async #checkPeople(): Promise<void> {
    const expected = [...this.record.people].flatMap(([id, isGone]) => (isGone ? [id] : [])).sort()
    const query = 'select id from commerce.people where school_id = $1 and gone'
    const read = async () => (await this.#system.rows(query, [this.id])).map(({ id }) => id as string).sort()
    const settled = async () => isDeepStrictEqual(await read(), expected)
    await eventually('the people of whom commerce knows that they are gone', settled, patience).catch(
      async () => same('the people of whom commerce knows that they are gone', await read(), expected),
    )
  }
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const sumsOf = (orders: readonly { id: string; paid_amount: number }[]) =>
  Object.fromEntries(orders.map(({ id, paid_amount }) => [id, paid_amount]))

function same(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  const show = (value: unknown) => JSON.stringify(value)?.slice(0, 2000)
  throw new Broken(`${what} should be\n${show(expected)}\nand is\n${show(actual)}`)
}
