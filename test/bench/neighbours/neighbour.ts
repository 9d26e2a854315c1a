// The neighbouring school: what its people notice, as figures. An open loop, so that a slow answer does not slow the
// requests.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@lms/testing'
import { type Attacker, attackerAt, type Endpoint } from '../../neighbours/attacker.ts'
import { paced, quantile } from '../webhooks/rig.ts'

export interface Noticed {
  requests: number
  /** Failed or missing answers. */
  errors: number
  /** Milliseconds of all answers. */
  p50: number
  p99: number
  /** Milliseconds from a change's answer to its webhook, p99; missing ones count with the time waited. */
  deliveryP99: number
  /** Seconds until a person's export was ready, or the time waited. */
  exportSeconds: number
}

const rate = 50
const longestWait = 60_000

export interface Neighbour {
  notices(seconds: number): Promise<Noticed>
  close(): Promise<void>
}

/** Fills a school with what is read, and subscribes to what happens there. */
export async function neighbourAt(endpoint: Endpoint): Promise<Neighbour> {
  const api = attackerAt(endpoint, '127.0.0.1')
  const arrivals = new Map<string, number>()
  const receiver = createServer(async (request, response) => {
    const event = JSON.parse(await textOf(request))
    arrivals.set(event.data.object.id, performance.now())
    response.end()
  })
  await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
  const { port } = receiver.address() as AddressInfo
  await api.done('POST', '/api/v1/webhooks', {
    body: { url: `http://127.0.0.1:${port}/`, events: ['order.created', 'user.created'] },
  })
  const shots = await shotsOf(api)
  return {
    notices: async seconds => {
      const times: number[] = []
      const createdAt = new Map<string, number>()
      let errors = 0
      const exported = exportTime(api)
      await paced(rate, seconds, async index => {
        const started = performance.now()
        const { status, body } = await shots[index % shots.length]!(index).catch(() => ({
          status: 0,
          body: null,
        }))
        times.push(performance.now() - started)
        if (status === 0 || status >= 300) errors++
        else if (status === 201) createdAt.set(body.id, performance.now())
      })
      await eventually(
        'all deliveries',
        () => [...createdAt.keys()].every(id => arrivals.has(id)),
        30_000,
      ).catch(() => {})
      const now = performance.now()
      const lags = [...createdAt].map(([id, at]) => Math.max(0, (arrivals.get(id) ?? now) - at))
      return {
        requests: times.length,
        errors,
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        deliveryP99: quantile(lags, 0.99),
        exportSeconds: (await exported) / 1000,
      }
    },
    close: async () => {
      await api.close()
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}

type Shot = (index: number) => ReturnType<Attacker['ask']>

let people = 0
const newPerson = () => ({ email: `beside-${++people}@school.example` })

async function shotsOf(api: Attacker): Promise<Shot[]> {
  const { id: offer_id } = await api.done('POST', '/api/v1/offers', {
    body: { name: 'Course', amount: 100, currency: 'EUR' },
  })
  const email = 'beside@school.example'
  const { id: user_id } = await api.done('POST', '/api/v1/users', { body: { email } })
  const order = { user_id, items: [{ offer_id }] }
  const ids: string[] = []
  for (let count = 0; count < 100; count++)
    ids.push((await api.done('POST', '/api/v1/orders', { body: order })).id)
  const pick = (index: number) => ids[index % ids.length]
  return [
    index => api.ask('GET', `/api/v1/orders/${pick(index)}`),
    () => api.ask('GET', '/api/v1/orders?limit=50'),
    () => api.ask('GET', `/api/v1/users/by-email/${email}`),
    () => api.ask('POST', '/api/v1/orders', { body: order }),
    () => api.ask('GET', '/api/v1/webhooks/deliveries?limit=20'),
    () => api.ask('POST', '/api/v1/users', { body: newPerson() }),
  ]
}

/** Orders the export of a new person and asks until it is there; milliseconds, at most as long as it waits. */
async function exportTime(api: Attacker): Promise<number> {
  const started = performance.now()
  let id: string | null = null
  const isReady = async () => {
    id ??= (await api.done('POST', '/api/v1/users', { body: newPerson() })).id
    const { body } = await api.ask('POST', `/api/v1/users/${id}/data-export`)
    return body.status === 'finished'
  }
  await eventually('the export', isReady, longestWait).catch(() => {})
  return performance.now() - started
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
