// Medusa with its customers: a session's token, because the check of an API key is a slow hash; events, cache and workflows
// in its process, no admin, no log of requests.
import { randomBytes, randomUUID } from 'node:crypto'
import { type Shot, send } from '../load.ts'
import { existing, type Peer, type Recipe, startPeer } from './peer.ts'

const administrator = { email: 'admin@example.org', password: randomUUID() }
const cli = 'node_modules/@medusajs/cli/cli.js'

const config = `const { defineConfig } = require('@medusajs/framework/utils')
module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      ...{ storeCors: '*', adminCors: '*', authCors: '*' },
      ...{ jwtSecret: process.env.SECRET, cookieSecret: process.env.SECRET },
    },
  },
})
`

const recipe: Recipe = {
  name: 'medusa',
  env: ({ port, databaseUrl }) => ({
    ...{ PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: databaseUrl, SECRET: randomUUID() },
    ...{ LOG_LEVEL: 'error', MEDUSA_DISABLE_TELEMETRY: 'true' },
  }),
  files: { 'medusa-config.js': config },
  prepare: [
    [cli, 'db:migrate'],
    [cli, 'user', '-e', administrator.email, '-p', administrator.password],
  ],
  start: [cli, 'start'],
  healthy: '/health',
}

const customer = () => ({
  email: `${randomBytes(8).toString('hex')}@people.example`,
  first_name: 'Ada',
  last_name: 'Lovelace',
})

export async function startMedusa(peers: string): Promise<Peer> {
  const { origin, pids, stop } = await startPeer(peers, recipe)
  const login = { path: '/auth/user/emailpass', body: JSON.stringify(administrator) }
  const { token } = await send(origin, login)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ids: string[] = []
  while (ids.length < existing) {
    const body = JSON.stringify(customer())
    ids.push((await send(origin, { path: '/admin/customers', headers, body })).customer.id)
  }
  const one = (index: number) => `/admin/customers/${ids[index % ids.length]}`
  const change = () => JSON.stringify({ first_name: randomBytes(8).toString('hex') })
  const target = (name: string, shot: (index: number) => Shot) => ({ name, origin, pids, shot, expect: 200 })
  return {
    name: 'Medusa, a customer',
    targets: {
      get: target('medusa get', index => ({ path: one(index), headers })),
      'list 50': target('medusa list', () => ({ path: '/admin/customers?limit=50', headers })),
      change: target('medusa change', index => ({
        ...{ method: 'POST', path: one(index), headers, body: change() },
      })),
      create: target('medusa create', () => ({
        ...{ method: 'POST', path: '/admin/customers', headers, body: JSON.stringify(customer()) },
      })),
    },
    stop,
  }
}
