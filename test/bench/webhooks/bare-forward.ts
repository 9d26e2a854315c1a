// The floor of delays: reads the events stream, signs, and posts. No database, no guard, no log. A large event is sent
// to one receiver after the other, with a rest between: all at once, each other event would wait for all of them.
import { setTimeout as pause } from 'node:timers/promises'
import { type BusCredential, connectBus, streams } from '@lms/events'
import { deliveryHeaders } from '@lms/service-host/outside'
import { Client } from 'undici'
import { bodyOf, readStored } from '../../../services/webhooks/src/events/envelope.ts'
import { largeBytes } from '../../../services/webhooks/src/events/sent-event.ts'

export interface BareForward {
  bus: { url: string; credential: BusCredential }
  /** Receivers by school: origin and path. */
  receivers: Record<string, [origin: string, path: string][]>
}

const restMs = 5

/** Connections whose last answer has ended, by origin. */
const clientsByOrigin = new Map<string, Client[]>()

async function forward({ bus: options, receivers }: BareForward): Promise<void> {
  const bus = await connectBus({ ...options, wait: false })
  const consumer = await bus.js.consumers.get(streams.events.name, { opt_start_seq: 1 })
  const source = await consumer.consume({ max_messages: 64 })
  process.send?.('ready')
  let sequence = 0
  let turns = Promise.resolve()
  for await (const message of source) {
    const { facts, payload } = readStored(message.string())!
    const body = Buffer.from(bodyOf(payload, ++sequence, false))
    for (const [origin, path] of receivers[message.subject.split('.')[1]!] ?? [])
      if (body.length < largeBytes) void post(origin, path, facts.id, body)
      else
        turns = turns.then(() => {
          void post(origin, path, facts.id, body)
          return pause(restMs)
        })
  }
}

/** As the service: a connection whose answer does not end is not used again. */
async function post(origin: string, path: string, eventId: string, body: Buffer): Promise<void> {
  const about = { secret: 'whsec_bench', requestId: 'bench', userAgent: 'bench', now: new Date() }
  const headers = deliveryHeaders({ ...about, eventId, body })
  const idle = clientsByOrigin.get(origin) ?? []
  clientsByOrigin.set(origin, idle)
  const client = idle.pop() ?? new Client(origin, { pipelining: 1 })
  const response = await client.request({ path, method: 'POST', headers, body })
  if (path.startsWith('/endless')) {
    response.body.on('error', () => {}).destroy()
    return client.destroy()
  }
  await response.body.text()
  idle.push(client)
}

process.on('message', (request: BareForward) => {
  forward(request).catch(error => {
    process.stderr.write(`${error}\n`)
    process.exit(1)
  })
})
process.on('disconnect', () => process.exit(0))
