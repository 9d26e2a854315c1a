// No secret of any service enters the archive of a school: a marker is put into every column that leaves no archive, and
// into every secret of the tables that are not archived. Then the unpacked archive is searched for it.
import type { Id } from '@lms/contract'
import { serviceContract } from '@lms/service/contract'
import { returningOf } from '@lms/service-host'
import { asOwner, eventually } from '@lms/testing'
import { allServices, startCluster, type TestCluster } from '@lms/testing/all-services'
import { type GatewaySchool, newSchool } from '@lms/testing/gateway'
import type pg from 'pg'
import { download } from '../../services/service/src/testing/download.ts'
import { unzip } from '../../services/service/src/testing/unzip.ts'
import { looksSecret, ofHostNeverArchived } from '../architecture/archive-tables.ts'
import { putRows } from './sample-rows.ts'

let cluster: TestCluster
let school: GatewaySchool
beforeAll(async () => {
  cluster = await startCluster()
  school = await newSchool(cluster.gateway)
}, 300_000)
afterAll(() => cluster?.stop())

const marker = 'do-not-take-me-out'

const tables = allServices.flatMap(({ entities }) =>
  entities.map(entity => {
    const { tableName: name, schema } = entity.init().meta
    const returning = returningOf(entity)
    const hidden = new Set(Object.keys(returning?.without ?? {}))
    return { schema: schema!, name, hidden, archived: returning !== null }
  }),
)

/** Puts a row into a table, and the marker into its secrets; the columns that have it. */
async function plant(client: pg.Client, { schema, name, hidden, archived }: (typeof tables)[number]) {
  const mine = [school.schoolId]
  const present = await client.query(`select from "${schema}"."${name}" where school_id = $1 limit 1`, mine)
  if (present.rowCount === 0) await putRows(client, { schema, name }, mine)
  const { rows } = await client.query(
    `select column_name as column, data_type as type from information_schema.columns
     where table_schema = $1 and table_name = $2 and data_type in ('text', 'jsonb') and column_name <> 'school_id'`,
    [schema, name],
  )
  const secrets = rows.filter(({ column }) => hidden.has(column) || (!archived && looksSecret.test(column)))
  if (secrets.length === 0) return []
  // In a unique column no value may come twice.
  const value = `'${marker}' || md5(ctid::text)`
  const sets = secrets.map(
    ({ column, type }) => `"${column}" = ${type === 'jsonb' ? `to_jsonb(${value})` : value}`,
  )
  const changed = await client.query(`update "${schema}"."${name}" set ${sets} where school_id = $1`, mine)
  expect([`${schema}.${name}`, changed.rowCount]).not.toEqual([`${schema}.${name}`, 0])
  return secrets.map(({ column }) => `${schema}.${name}.${column}`)
}

test('no secret of any service is in an archive', async () => {
  const { system } = cluster
  const { planted, key } = await asOwner(system.ownerUrl, async client => {
    const planted: string[] = []
    for (const table of tables)
      if (!ofHostNeverArchived.has(table.name)) planted.push(...(await plant(client, table)))
    const mine = [school.schoolId]
    await client.query(
      `update webhooks.events set payload = '{}' where payload not like '{%' and school_id = $1`,
      mine,
    )
    const keys = await client.query(
      `select id from users.api_keys where name = 'owner' and school_id = $1`,
      mine,
    )
    return { planted, key: keys.rows[0].id as Id<'key'> }
  })
  for (const secret of [
    'users.api_keys.hash',
    'users.messengers.bot_token',
    'webhooks.subscriptions.secret',
    'commerce.payment_providers.sealed',
    'commerce.payment_methods.sealed',
  ])
    expect(planted).toContain(secret)
  const by = system.caller({ school: school.schoolId as Id<'sch'>, key, role: 'owner' })
  const { exports, fullExports } = system.client('service', serviceContract.resources, by)
  const { id } = await fullExports.create({})
  const { download_url } = await eventually('the archive', async () => {
    const job = await exports.get({ path: { id } })
    expect(job.status).not.toBe('failed')
    return job.status === 'finished' ? job : null
  })
  const file = await download(system, by, download_url!)
  const entries = await unzip(Buffer.from(await file.arrayBuffer()))
  expect([...entries.keys()]).toContain('rows/webhooks/subscriptions/00001.jsonl')
  expect([...entries].filter(([, bytes]) => bytes.includes(marker)).map(([name]) => name)).toEqual([])
}, 300_000)
