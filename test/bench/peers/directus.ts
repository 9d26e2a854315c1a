// Directus with a collection that has the fields of an order: a static token of its administrator, activity and revisions
// written, no cache, no limiter, no log of requests.
import { randomBytes, randomUUID } from 'node:crypto'
import { type Shot, send } from '../load.ts'
import { existing, type Peer, type Recipe, startPeer } from './peer.ts'

const token = 'peer-token-of-the-administrator'

const recipe: Recipe = {
  name: 'directus',
  env: ({ port, databaseUrl }) => ({
    ...{ HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: databaseUrl, SECRET: randomUUID() },
    ...{ ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: randomUUID(), ADMIN_TOKEN: token },
    ...{ LOG_LEVEL: 'error', TELEMETRY: 'false', CACHE_ENABLED: 'false', RATE_LIMITER_ENABLED: 'false' },
    ...{ WEBSOCKETS_ENABLED: 'false', ROBOTS_TXT: '' },
  }),
  files: {},
  prepare: [['node_modules/directus/cli.js', 'bootstrap']],
  start: ['node_modules/directus/cli.js', 'start'],
  healthy: '/server/ping',
}

const types: Record<string, string> = {
  ...{ number: 'integer', user_id: 'string', status: 'string', currency: 'string', amount: 'integer' },
  ...{
    amount_paid: 'integer',
    amount_refunded: 'integer',
    discount_amount: 'integer',
    tax_amount: 'integer',
  },
  ...{ promo_code: 'string', items: 'json', comment: 'text', manager_id: 'string', partner_id: 'string' },
  ...{ as_gift: 'boolean', source: 'string', test: 'boolean', expires_at: 'timestamp', paid_at: 'timestamp' },
  ...{ canceled_at: 'timestamp', created_at: 'timestamp', updated_at: 'timestamp' },
}

const order = () => {
  const now = new Date().toISOString()
  const person = `usr_${randomBytes(13).toString('hex')}`
  const item = {
    offer_id: `off_${randomBytes(13).toString('hex')}`,
    name: 'Course',
    quantity: 1,
    amount: 100,
  }
  return {
    ...{
      number: 1,
      user_id: person,
      status: 'waiting_payment',
      currency: 'EUR',
      amount: 100,
      amount_paid: 0,
    },
    ...{
      amount_refunded: 0,
      discount_amount: 0,
      tax_amount: 0,
      promo_code: null,
      items: [item],
      comment: '',
    },
    ...{ manager_id: null, partner_id: null, as_gift: false, source: 'api', test: false, expires_at: now },
    ...{ paid_at: null, canceled_at: null, created_at: now, updated_at: now },
  }
}

export async function startDirectus(peers: string): Promise<Peer> {
  const { origin, pids, stop } = await startPeer(peers, recipe)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const fields = Object.entries(types).map(([field, type]) => ({ field, type, schema: {}, meta: {} }))
  const id = { field: 'id', type: 'uuid', schema: { is_primary_key: true }, meta: { special: ['uuid'] } }
  const collection = { collection: 'orders', schema: {}, meta: {}, fields: [id, ...fields] }
  await send(origin, { path: '/collections', headers, body: JSON.stringify(collection) })
  const ids: string[] = []
  while (ids.length < existing)
    ids.push((await send(origin, { path: '/items/orders', headers, body: JSON.stringify(order()) })).data.id)
  const one = (index: number) => `/items/orders/${ids[index % ids.length]}`
  const comment = () => JSON.stringify({ comment: randomBytes(8).toString('hex') })
  const target = (name: string, shot: (index: number) => Shot) => ({ name, origin, pids, shot, expect: 200 })
  return {
    name: 'Directus, an order',
    targets: {
      get: target('directus get', index => ({ path: one(index), headers })),
      'list 50': target('directus list', () => ({
        path: '/items/orders?limit=50&sort=-created_at',
        headers,
      })),
      change: target('directus change', index => ({
        ...{ method: 'PATCH', path: one(index), headers, body: comment() },
      })),
      create: target('directus create', () => ({
        ...{ method: 'POST', path: '/items/orders', headers, body: JSON.stringify(order()) },
      })),
    },
    stop,
  }
}
