// A rotation of the installation's secret keys, once through: a new first key, the hourly task of every service, and the
// old key is no longer needed.
import { tasksOf, Vault } from '@lms/service-host'
import { asOwner, botToken, randomBytes, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import type { TestGateway } from '@lms/testing/gateway'
import type { Side } from './two-schools.ts'

/** Encrypted columns that no task encrypts again: what they hold ends before an old key may leave the ring. */
const endWithinADay = [
  'users.data_exports.content',
  'service.exports.url',
  'service.imports.url',
  ...allServices.map(({ contract }) => `${contract.service}.idempotency_keys.answer`),
]
/** Columns that the examples of operations leave empty. */
const neverThere = [
  // Only a payment page saves a card.
  'commerce.payment_methods.sealed',
]

/** Registers the test of a rotation; the services of the system have the new key afterwards. */
export function rotation(parts: () => { system: TestSystem; gateway: TestGateway; ours: Side }): void {
  test('a key that is rotated away is needed by no stored secret any more', async () => {
    const { system, gateway, ours } = parts()
    const { schoolId } = ours.at
    await gateway.operator('PUT', `/schools/${schoolId}/messenger`, { bot_token: botToken })
    const former = system.installation.secretKeys
    const young = `young:${randomBytes(32).toString('base64')}`
    const ringOf = (service: string, keys: string) => new Vault(new Vault(keys).ringOf(service))
    const sealedBy = (keys: string) => columnsWith(system, service => ringOf(service, keys).present.begins)
    await plantSettings(system, schoolId)
    const { id } = await ours.api.done('webhooks.create', {
      body: {
        url: 'http://127.0.0.1:9/',
        events: ['order.paid'],
        headers: { 'x-key': 'secret' },
        active: false,
      },
    })
    await ours.api.done('webhooks.update', { path: { id }, body: { rotate_secret: {} } })

    const declared = allServices.flatMap(({ sealed = [] }) =>
      sealed.flatMap(({ table, columns }) => columns.map(column => `${table}.${column}`)),
    )
    const before = await sealedBy(former)
    expect(before).toEqual(expect.arrayContaining(declared.filter(column => !neverThere.includes(column))))
    for (const service of allServices) {
      const { runtime } = system.services[service.contract.service]!
      const vault = ringOf(service.contract.service, `${young},${former}`)
      const task = tasksOf(service).find(({ task }) => task.name === 'reseal-secrets')
      await task?.runAll?.({ ...runtime, vault })
    }
    expect((await sealedBy(former)).filter(column => !endWithinADay.includes(column))).toEqual([])
    expect(await sealedBy(young)).toEqual(before.filter(column => !endWithinADay.includes(column)))
    for (const { contract, sealed = [] } of allServices)
      for (const { table, columns, placeOf } of sealed)
        for (const row of await rowsOf(system, table))
          for (const column of columns)
            if (row[column] !== null)
              expect(
                ringOf(contract.service, young).open(row[column]!, placeOf(row.school_id!, row.id!)),
              ).toEqual(expect.any(String))
  })
}

const rowsOf = ({ ownerUrl }: TestSystem, table: string): Promise<Record<string, string | null>[]> =>
  asOwner(ownerUrl, async client => (await client.query(`select * from ${table}`)).rows)

/** A secret among the settings of every service that has such. */
async function plantSettings({ ownerUrl, services }: TestSystem, school: string): Promise<void> {
  for (const { contract, sealed = [] } of allServices)
    for (const { table, placeOf } of sealed.filter(each => each.table.endsWith('.setting_secrets'))) {
      const text = services[contract.service]!.runtime.vault.seal('planted', placeOf(school, 'planted'))
      await asOwner(ownerUrl, client =>
        client.query(`insert into ${table} (school_id, id, sealed) values ($1, 'planted', $2)`, [
          school,
          text,
        ]),
      )
    }
}

/** The columns of all services, as `schema.table.column`, with a text that begins as the service's encrypted ones do. */
const columnsWith = ({ ownerUrl }: TestSystem, beginning: (service: string) => string): Promise<string[]> =>
  asOwner(ownerUrl, async client => {
    const columnNames: string[] = []
    for (const { contract } of allServices) {
      const { rows } = await client.query(
        `select table_name as name, column_name as column from information_schema.columns
         join pg_class k on k.oid = format('%I.%I', table_schema, table_name)::regclass
         where table_schema = $1 and data_type in ('text', 'jsonb', 'json') and k.relkind in ('r', 'p')
           and not k.relispartition`,
        [contract.service],
      )
      for (const { name, column } of rows) {
        const { rowCount } = await client.query(
          `select from "${contract.service}"."${name}" where position($1 in "${column}"::text) > 0 limit 1`,
          [beginning(contract.service)],
        )
        if (rowCount) columnNames.push(`${contract.service}.${name}.${column}`)
      }
    }
    return columnNames.sort()
  })
