// The requests that are measured, and the rules of a school that has some.
import { randomBytes } from 'node:crypto'
import type { GatewaySchool } from '@lms/testing/gateway'
import { request } from 'undici'
import type { Shot, Target } from '../load.ts'
import type { Processes } from './installation.ts'

const headersOf = ({ host, key }: GatewaySchool) => ({
  host,
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
})

/** Creates of an order and a person, changes of an order and a person, and the reading of an order. */
export async function targetsOf({ origin, pids }: Processes, school: GatewaySchool): Promise<Target[]> {
  const headers = headersOf(school)
  const post = postTo(origin, school)
  const { id: user_id } = await post('/users', { email: `${randomBytes(6).toString('hex')}@people.example` })
  const { id: offer_id } = await post('/offers', { name: 'Course', amount: 100, currency: 'EUR' })
  const order = { user_id, items: [{ offer_id }] }
  const ids: string[] = []
  const users: string[] = []
  while (ids.length < 200) ids.push((await post('/orders', order)).id)
  while (users.length < 50)
    users.push((await post('/users', { email: `${randomBytes(6).toString('hex')}@people.example` })).id)
  const shot =
    (method: string, path: string, body?: () => object) =>
    (index: number): Shot => ({
      method,
      path: `/api/v1${path.replace('{order}', ids[index % ids.length]!).replace('{user}', users[index % users.length]!)}`,
      headers: { ...headers, ...(body && { 'idempotency-key': randomBytes(12).toString('hex') }) },
      ...(body && { body: JSON.stringify(body()) }),
    })
  const text = () => randomBytes(8).toString('hex')
  const target = (name: string, one: Target['shot'], expect: number): Target => ({
    name,
    origin,
    pids,
    shot: one,
    expect,
  })
  return [
    target(
      'create an order',
      shot('POST', '/orders', () => order),
      201,
    ),
    target(
      'change an order',
      shot('PATCH', '/orders/{order}', () => ({ comment: text() })),
      200,
    ),
    target(
      'create a person',
      shot('POST', '/users', () => ({ email: `${text()}@people.example` })),
      201,
    ),
    target(
      'change a person',
      shot('PATCH', '/users/{user}', () => ({ first_name: text() })),
      200,
    ),
    target('get an order', shot('GET', '/orders/{order}'), 200),
  ]
}

const postTo = (origin: string, school: GatewaySchool) => async (path: string, body: object) => {
  const answer = await request(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers: headersOf(school),
    body: JSON.stringify(body),
  })
  const read = (await answer.body.json()) as any
  if (answer.statusCode >= 300) throw new Error(`${path}: ${JSON.stringify(read)}`)
  return read
}

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
