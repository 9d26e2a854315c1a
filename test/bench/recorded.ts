// The statements of one create and one change of an order as the service sends them, heard at its connections: a bench
// that sends them itself cannot drift from the service.
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { commerceService } from '@lms/commerce/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'

export interface Sent {
  text: string
  values: (string | null)[]
}
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
    const wanted = { user_id: user, items: [{ offer_id: offer, quantity: 1 }] }
    // The first one learns about the person, and begins the school's numbers.
    await ask('commerce', 'POST', '/v1/orders', wanted)
    heard.splice(0)
    const { id: order, number } = await ask('commerce', 'POST', '/v1/orders', wanted)
    const created = heard.splice(0)
    await ask('commerce', 'PATCH', `/v1/orders/${order}`, { comment: 'one' })
    const named = { school, user, offer, order, number }
    // The number and the reads go out at once, on two connections.
    created.sort((one, other) => Number(takesNumber(other)) - Number(takesNumber(one)))
    if (created.length !== 3 || heard.length !== 2)
      throw new Error(`A create takes ${created.length} batches and a change ${heard.length}, not 3 and 2.`)
    const constant = [school, user, offer, order, caller.key]
    return {
      create: { ...named, batches: created, fresh: freshIn(created, constant) },
      change: { ...named, batches: heard, fresh: freshIn(heard, constant) },
    }
  } finally {
    await system.stop()
  }
}

const takesNumber = (batch: Sent[]) => batch.some(({ text }) => text.includes('"order_numbers"'))

/** What further requests of the school send to Postgres. */
function listen({ services }: TestSystem, school: string): Sent[][] {
  const { database } = services.commerce!.runtime
  const lane = database.of.bind(database)
  const batches: Sent[][] = []
  database.of = name => {
    const asked = lane(name)
    const connect = asked.connect.bind(asked)
    asked.connect = async () => {
      const client = await connect()
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
      const write = stream.write
      stream.write = ((bytes: Buffer) => {
        const sent = statementsIn(bytes)
        if (name === school) batches.push(sent)
        return write.call(stream, bytes)
      }) as typeof write
      const release = client.release.bind(client)
      client.release = error => {
        stream.write = write
        client.release = release
        release(error)
      }
      return client
    }
    return asked
  }
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

/** Texts by the names of their prepared forms, which are the same on each connection. */
const texts = new Map<string, string>()

/** Reads Parse and Bind of a batch (protocol-message-formats in Postgres's documentation). */
function statementsIn(bytes: Buffer): Sent[] {
  const sent: Sent[] = []
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const code = String.fromCharCode(bytes[at]!)
    if (code === 'P') {
      const [name, text] = bytes.toString('utf8', at + 5).split('\0', 2)
      texts.set(name!, text!)
    }
    if (code === 'B') sent.push(boundAt(bytes, at + 5))
  }
  return sent
}

/** A Bind without a portal and formats, as a batch writes it. */
function boundAt(bytes: Buffer, start: number): Sent {
  const end = bytes.indexOf(0, start + 1)
  const values: (string | null)[] = []
  let at = end + 5
  for (let count = bytes.readInt16BE(end + 3); count > 0; count--) {
    const length = bytes.readInt32BE(at)
    values.push(length < 0 ? null : bytes.toString('utf8', at + 4, at + 4 + length))
    at += 4 + Math.max(0, length)
  }
  const text = texts.get(bytes.toString('utf8', start + 1, end))
  if (text === undefined) throw new Error('A statement was prepared before anybody listened.')
  return { text, values }
}
