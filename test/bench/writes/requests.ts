// The requests that are measured, and the rules of a school that has some.
import { randomBytes } from 'node:crypto'
import type { GatewaySchool } from '@lms/testing/gateway'
import { type Shot, send, type Target } from '../load.ts'
import type { Processes } from './installation.ts'

const headersOf = ({ host, key }: GatewaySchool) => ({
  host,
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
})

export const jobs = ['get', 'list 50', 'change', 'create'] as const
export type Job = (typeof jobs)[number]

/** The requests about orders and people of a school that has 200 orders and 50 people. */
export async function requestsOf(
  { origin, pids }: Processes,
  school: GatewaySchool,
): Promise<Record<'order' | 'person', Record<Job, Target>>> {
  const headers = headersOf(school)
  const post = postTo(origin, school)
  const { id: user_id } = await post('/users', { email: `${randomBytes(6).toString('hex')}@people.example` })
  const { id: offer_id } = await post('/offers', { name: 'Course', amount: 100, currency: 'EUR' })
  const order = { user_id, items: [{ offer_id }] }
  const orders: string[] = []
  const users: string[] = []
  while (orders.length < 200) orders.push((await post('/orders', order)).id)
  while (users.length < 50)
    users.push((await post('/users', { email: `${randomBytes(6).toString('hex')}@people.example` })).id)
  const text = () => randomBytes(8).toString('hex')
  const about = (
    object: string,
    path: string,
    { ids, create, change }: { ids: readonly string[]; create: () => object; change: () => object },
  ): Record<Job, Target> => {
    const request = (
      job: string,
      method: string,
      pathOf: (index: number) => string,
      body?: () => object,
    ) => ({
      name: `${job} ${object}`,
      ...{ origin, pids, expect: job === 'create' ? 201 : 200 },
      shot: (index: number): Shot => ({
        ...{ method, path: `/api/v1${pathOf(index)}` },
        headers: { ...headers, ...(body && { 'idempotency-key': randomBytes(12).toString('hex') }) },
        ...(body && { body: JSON.stringify(body()) }),
      }),
    })
    const one = (index: number) => `${path}/${ids[index % ids.length]}`
    return {
      get: request('get', 'GET', one),
      'list 50': request('list 50 of', 'GET', () => `${path}?limit=50`),
      change: request('change', 'PATCH', one, change),
      create: request('create', 'POST', () => path, create),
    }
  }
  return {
    order: about('an order', '/orders', {
      ids: orders,
      create: () => order,
      change: () => ({ comment: text() }),
    }),
    person: about('a person', '/users', {
      ids: users,
      create: () => ({ email: `${text()}@people.example` }),
      change: () => ({ first_name: text() }),
    }),
  }
}

const postTo = (origin: string, school: GatewaySchool) => (path: string, body: object) =>
  send(origin, { path: `/api/v1${path}`, headers: headersOf(school), body: JSON.stringify(body) })

/** A segment that reads payments, and a scenario in which a run begins for each unpaid order, as in the demo school. */
export async function addRules({ origin }: Processes, school: GatewaySchool): Promise<void> {
  const post = postTo(origin, school)
  await post('/segments', { name: 'Have paid', rule: { event: 'order.paid' } })
  const start = {
    by: 'event',
    type: 'order.created',
    filter: [{ path: 'status', equals: 'waiting_payment' }],
  }
  const paid = { by: 'event', type: 'order.paid', filter: [{ path: 'id', equals: { data: 'id' } }] }
  const { id } = await post('/scenarios', {
    name: 'An order waits for its payment',
    re_entry: 'after_leaving',
    re_entry_gap_hours: 0,
    graph: {
      nodes: [
        { id: 'ordered', kind: 'trigger', start, next: 'day' },
        { id: 'paid', kind: 'exit', on: paid },
        { id: 'day', kind: 'wait', until: { by: 'minutes', minutes: 24 * 60 }, next: 'over' },
        { id: 'over', kind: 'end' },
      ],
    },
  })
  await post(`/scenarios/${id}/publish`, {})
  await post(`/scenarios/${id}/status`, { status: 'enabled' })
}
