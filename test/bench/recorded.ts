// The statements of one create and one change of an order as the service sends them, heard at its connections: a bench
// that sends them itself cannot drift from the service.
import { randomBytes } from 'node:crypto'
import { commerceService } from '@lms/commerce/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { heardAt, type Sent } from './statements.ts'

export type { Sent } from './statements.ts'
/** The batches of one request, in order, and what another request has in place of its values. */
export interface Recorded {
  batches: Sent[][]
  /** The same in all requests of a school. */
  school: string
  user: string
  offer: string
  order: string
  number: number
  /** Ids and hashes that each request has anew. */
  fresh: string[]
}

/** Starts the service on servers of its own, and records a create and a change. */
export async function recordOrders(): Promise<Record<'create' | 'change', Recorded>> {
  const system = await startSystem({ services: [usersService, commerceService] })
  try {
    const caller = system.caller()
    const { school } = caller
    const heard = listen(system, school)
    const ask = async (service: string, method: string, path: string, body: unknown) => {
      const headers = { 'idempotency-key': randomBytes(12).toString('hex') }
      const answer = await system.request(service, { method, path, body, headers, caller })
      if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`)
      return answer.body
    }
    const { id: user } = await ask('users', 'POST', '/v1/users', { email: 'bench@example.org' })
    const offered = { name: 'Course', amount: 100, currency: 'EUR' }
    const { id: offer } = await ask('commerce', 'POST', '/v1/offers', offered)
    const orderBody = { user_id: user, items: [{ offer_id: offer, quantity: 1 }] }
    // The first one learns about the person, and begins the school's numbers.
    await ask('commerce', 'POST', '/v1/orders', orderBody)
    heard.splice(0)
    const { id: order, number } = await ask('commerce', 'POST', '/v1/orders', orderBody)
    const created = heard.splice(0)
    await ask('commerce', 'PATCH', `/v1/orders/${order}`, { comment: 'one' })
    const ids = { school, user, offer, order, number }
    // The number and the reads go out at once, on two connections.
    created.sort((one, other) => Number(takesNumber(other)) - Number(takesNumber(one)))
    if (created.length !== 3 || heard.length !== 2)
      throw new Error(`A create takes ${created.length} batches and a change ${heard.length}, not 3 and 2.`)
    const constant = [school, user, offer, order, caller.key]
    return {
      create: { ...ids, batches: created, fresh: freshIn(created, constant) },
      change: { ...ids, batches: heard, fresh: freshIn(heard, constant) },
    }
  } finally {
    await system.stop()
  }
}

const takesNumber = (batch: Sent[]) => batch.some(({ text }) => text.includes('"order_numbers"'))

/** What further requests of the school send to Postgres. */
function listen({ services }: TestSystem, school: string): Sent[][] {
  const batches: Sent[][] = []
  heardAt(services.commerce!.runtime.database, (name, _, sent) => {
    if (name === school) batches.push(sent)
  })
  return batches
}

/** The ids of the request's own objects and messages, its id and the hash of its key. */
function freshIn(batches: readonly Sent[][], constant: readonly string[]): string[] {
  const sent = batches.flat()
  const valuesOf = (table: string) =>
    sent.find(({ text }) => text.startsWith(`insert into ${table} `))!.values
  const ids = JSON.stringify(sent).match(/\b[a-z]{3}_[0-9a-z]{26}\b/g)!
  const own = [...ids, valuesOf('"commerce".idempotency_keys')[1]!, valuesOf('"commerce".outbox')[4]!]
  return [...new Set(own)].filter(id => !constant.includes(id))
}
