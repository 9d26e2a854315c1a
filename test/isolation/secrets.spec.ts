// The secrets of each program, and what cannot be derived from them.
import {
  busPasswords,
  environmentOf,
  migrate,
  roleOf,
  rolePassword,
  systemRoleOf,
  Vault,
} from '@lms/service-host'
import { asOwner, botToken } from '@lms/testing'
import { allServices, startCluster, type TestCluster } from '@lms/testing/all-services'
import { type GatewaySchool, newSchool } from '@lms/testing/gateway'

let cluster: TestCluster
let school: GatewaySchool
beforeAll(async () => {
  cluster = await startCluster()
  school = await newSchool(cluster.gateway)
}, 300_000)
afterAll(() => cluster?.stop())

const names = allServices.map(({ contract }) => contract.service)
const master = () => new Vault(cluster.system.installation.secretKeys)
const ringOf = (name: string) => new Vault(cluster.system.configs[name]!.secretKeys)
const vaultOf = (name: string) => cluster.system.services[name]!.runtime.vault

describe.each(names)('%s', name => {
  test('does not get the secret keys of the installation, or a secret of another', () => {
    const { configs, installation } = cluster.system
    const environment = Object.values(environmentOf(configs[name]!)).join('\n')
    const [, key] = installation.secretKeys.split(':')
    expect(environment).not.toContain(key)
    for (const other of names.filter(each => each !== name)) {
      const { secretKeys, databaseUrl, systemDatabaseUrl, natsPassword } = configs[other]!
      const secrets = [
        secretKeys.split(':')[1]!,
        new URL(databaseUrl).password,
        new URL(systemDatabaseUrl).password,
      ]
      for (const secret of [...secrets, natsPassword, installation.signing[other]!.privateKey])
        expect(environment).not.toContain(secret)
    }
  })

  test('cannot compute a password of a database role or of the bus from its keys', () => {
    const passwords = names.flatMap(each =>
      [roleOf(each), systemRoleOf(each)].map(role => rolePassword(master(), role)),
    )
    const bus = Object.values(busPasswords(cluster.system.installation, names))
    for (const role of names.flatMap(each => [roleOf(each), systemRoleOf(each)]))
      expect(passwords).not.toContain(rolePassword(ringOf(name), role))
    const { secretKeys } = cluster.system.configs[name]!
    for (const password of Object.values(busPasswords({ secretKeys }, names)))
      expect(bus).not.toContain(password)
  })

  test('decrypts nothing that another has encrypted, and cannot compute its signing keys', () => {
    for (const other of names.filter(each => each !== name)) {
      const sealed = ringOf(other).seal('secret')
      const renamed = sealed.replace(/^[^.]+/, `${name}-k1`)
      expect(() => ringOf(name).open(sealed)).toThrow('has no key')
      expect(() => ringOf(name).open(renamed)).toThrow()
      expect(ringOf(name).derive('sessions')).not.toEqual(ringOf(other).derive('sessions'))
      expect(ringOf(name).derive('sessions')).not.toEqual(master().derive('sessions'))
    }
  })
})

test('secrets that an older version encrypted with the installation’s keys are encrypted again with the service’s own', async () => {
  const { system, gateway } = cluster
  const call = (path: string, body: object, headers = {}) =>
    gateway.call('POST', `/api/v1${path}`, { ...school, body, headers })
  const webhook = { url: 'http://127.0.0.1:9/hook', events: ['*'], secret: 'a secret of sixteen' }
  const idempotent = { 'idempotency-key': 'once' }
  const response = await call('/webhooks', webhook, idempotent)
  expect(response.status).toBe(201)
  await gateway.operator('PUT', `/schools/${school.schoolId}/messenger`, { bot_token: botToken })

  const one = async (sql: string) =>
    (await asOwner(system.ownerUrl, client => client.query(sql))).rows[0].text
  const secretColumns = [
    ['webhooks', 'subscriptions', 'secret'],
    ['webhooks', 'idempotency_keys', 'answer'],
    ['users', 'messengers', 'bot_token'],
  ] as const
  const read = ([schema, table, column]: (typeof secretColumns)[number]) =>
    one(`select ${column} as text from ${schema}.${table} where school_id = '${school.schoolId}'`)
  // Secrets are bound to their rows, where a job has sealed them anew.
  const row = `subscription ${school.schoolId} ${response.body.id}`
  const bot = `messengers ${school.schoolId}`
  const opened = () =>
    Promise.all(
      secretColumns.map(async secretColumn =>
        vaultOf(secretColumn[0]).open(await read(secretColumn), secretColumn[1] === 'messengers' ? bot : row),
      ),
    )
  const plain = await opened()
  for (const [index, [schema, table, column]] of secretColumns.entries())
    await one(
      `update ${schema}.${table} set ${column} = '${master().seal(plain[index]!)}'
       where school_id = '${school.schoolId}' returning ${column} as text`,
    )
  for (const { contract } of allServices)
    await asOwner(system.ownerUrl, client =>
      client.query(`delete from ${contract.service}.migrations where name like '%own-keys'`),
    )
  for (const service of allServices) await migrate(service, system.ownerUrl, master())

  expect(await opened()).toEqual(plain)
  for (const [schema, table] of secretColumns) {
    const { rows } = await asOwner(system.ownerUrl, client =>
      client.query(
        `select relforcerowsecurity as forced from pg_class where oid = '${schema}.${table}'::regclass`,
      ),
    )
    expect(rows).toEqual([{ forced: true }])
  }
  const again = await call('/webhooks', webhook, idempotent)
  expect(again.body).toEqual(response.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
}, 300_000)
