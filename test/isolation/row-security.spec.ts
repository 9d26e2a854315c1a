// Row-level security behind every query: what Postgres itself allows a service's roles, table by table.
import { roleOf, roleUrl, systemRoleOf } from '@lms/service-host'
import { asOwner } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import type pg from 'pg'
import { type Catalogue, catalogueOf, startMigrated, type TableFacts } from '../architecture/catalogue.ts'
import { pooledConnections } from './pooled-connections.ts'
import { hostQueues, queues } from './queues.ts'
import { putRows } from './sample-rows.ts'

let catalogue: Catalogue
let ownerUrl: string
let urlOf: (role: string) => string
let stop: () => Promise<void>
const names = allServices.map(({ contract }) => contract.service)

beforeAll(async () => {
  const migrated = await startMigrated()
  stop = migrated.stop
  ownerUrl = migrated.ownerUrl
  urlOf = role => roleUrl(ownerUrl, role, migrated.vault)
  catalogue = await catalogueOf(migrated)
}, 300_000)
afterAll(() => stop?.())

const listTables = () => catalogue.tables.filter(({ partition }) => !partition)
const tenantTables = () => listTables().filter(({ columns }) => 'school_id' in columns)
const qualified = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`
const crosses = ({ schema, policies }: TableFacts) =>
  policies.some(
    ({ permissive, roles, using }) => permissive && using === 'true' && roles.includes(systemRoleOf(schema)),
  ) && !policies.some(({ permissive, roles }) => !permissive && roles.includes(systemRoleOf(schema)))

describe('every table with a school', () => {
  test('has forced row security, its partitions too or no grants', () => {
    const open = catalogue.tables.filter(
      ({ columns, secured, forced, partition, grants }) =>
        'school_id' in columns && !(secured && forced) && !(partition && grants.length === 0),
    )
    expect(open.map(qualified)).toEqual([])
    expect(tenantTables().length).toBeGreaterThan(20)
  })

  test('has for its service’s role a permissive policy and a restrictive one, for every command', () => {
    const unbound = tenantTables().filter(({ schema, policies }) =>
      [true, false].some(
        kind =>
          !policies.some(
            ({ permissive, roles, command }) =>
              permissive === kind && command === '*' && roles.includes(roleOf(schema)),
          ),
      ),
    )
    expect(unbound.map(qualified)).toEqual([])
  })

  test('has one restrictive policy: the school that was set, for reading and for writing', () => {
    const policies = tenantTables().flatMap(table => table.policies.filter(({ permissive }) => !permissive))
    const policy = `(school_id = NULLIF(current_setting('app.school_id'::text, true), ''::text))`
    expect(new Set(policies.flatMap(({ using, check }) => [using, check]))).toEqual(new Set([policy]))
  })

  test('has no policy for everyone', () => {
    const open = tenantTables().filter(({ policies }) =>
      policies.some(({ roles }) => roles.includes('public')),
    )
    expect(open.map(qualified)).toEqual([])
  })
})

test('a partition is accessible only through its table', () => {
  const open = catalogue.tables.filter(({ partition, grants }) => partition && grants.length > 0)
  expect(open.map(qualified)).toEqual([])
})

test('tables without a school are not accessible for the role that serves schools', () => {
  const shared = listTables().filter(({ columns }) => !('school_id' in columns))
  const open = shared.filter(({ schema, grants }) => grants.includes(roleOf(schema)))
  expect(open.map(qualified)).toEqual([])
})

// A unique index ignores row-level security, so its refusal reveals other schools. A host name is public anyway; nobody
// chooses the position in an outbox.
const uniqueOverAll = ['site.domains_host', ...names.map(name => `${name}.outbox_pkey`)]

test('unique values are unique within a school', async () => {
  const indexes = await asOwner(ownerUrl, client =>
    client.query(
      `select n.nspname || '.' || x.relname as name from pg_index i
       join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute s on s.attrelid = c.oid and s.attname = 'school_id'
       where n.nspname = any($1) and i.indisunique and not c.relispartition and not s.attnum = any(i.indkey)`,
      [names],
    ),
  )
  expect(indexes.rows.map(({ name }) => name).sort()).toEqual(uniqueOverAll.sort())
})

test('no view bypasses row-level security', async () => {
  const views = await asOwner(ownerUrl, client =>
    client.query(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1) and c.relkind in ('v', 'm', 'f')
         and not coalesce(c.reloptions @> array['security_invoker=true'], false)`,
      [names],
    ),
  )
  expect(views.rows).toEqual([])
})

test('a function that runs as the owner has a fixed search path, and is not for everyone', () => {
  const odd = catalogue.definers.filter(
    ({ config, everyone }) => everyone || !config.includes('search_path=""'),
  )
  expect(odd).toEqual([])
})

describe.each(names)('%s', service => {
  const own = () => listTables().filter(({ schema }) => schema === service)
  const roles = [roleOf(service), systemRoleOf(service)]

  test('works under roles that own nothing, bypass nothing and reach no other service', async () => {
    for (const role of roles) {
      expect(catalogue.roles[role]).toEqual({
        superuser: false,
        bypass: false,
        createRole: false,
        createDb: false,
      })
      expect(catalogue.tables.filter(({ owner }) => owner === role).map(qualified)).toEqual([])
      const foreign = catalogue.tables.filter(
        ({ schema, grants }) => schema !== service && grants.includes(role),
      )
      expect(foreign.map(qualified)).toEqual([])
      expect(await asOwner(urlOf(role), client => reachOf(client))).toEqual({
        role,
        usable: [service],
        creatable: [],
        // TRUNCATE ignores policies, TRIGGER runs code as the next writer, REFERENCES bypasses row-level security.
        dangerous: [],
        memberships: [],
      })
    }
  })

  test('gives its workers across schools the queues, and nothing else', () => {
    const allowed = [...hostQueues, ...(queues[service] ?? [])]
    const granted = own().filter(table => table.grants.includes(systemRoleOf(service)))
    const crossing = granted.filter(table => !('school_id' in table.columns) || crosses(table))
    expect(crossing.map(({ name }) => name).filter(name => !allowed.includes(name))).toEqual([])
    // What is named and is not there was forgotten.
    expect(allowed.filter(name => !granted.some(table => table.name === name))).toEqual([])
  })

  test('sees, changes and inserts in each table only rows of the set school, and without one nothing', async () => {
    for (const table of tenantTables().filter(({ schema }) => schema === service)) await tryPolicy(table)
  })
})

/** The access of a role in the schemas of all services, tested as that role. */
async function reachOf(client: pg.Client) {
  const { rows } = await client.query(
    `select current_user::text as role,
       (select coalesce(jsonb_agg(nspname), '[]') from pg_namespace
         where nspname = any($1) and has_schema_privilege(oid, 'usage')) as usable,
       (select coalesce(jsonb_agg(nspname), '[]') from pg_namespace
         where (nspname = any($1) or nspname = 'public') and has_schema_privilege(oid, 'create')) as creatable,
       (select coalesce(jsonb_agg(c.oid::regclass::text), '[]') from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = any($1) and c.relkind in ('r', 'p')
           and has_table_privilege(c.oid, 'truncate, trigger, references')) as dangerous,
       (select coalesce(jsonb_agg(roleid::regrole::text), '[]') from pg_auth_members
         where member = current_user::regrole) as memberships`,
    [names],
  )
  return rows[0]
}

/** Tables whose rows are never changed: the role of the service may not. They go with their school. */
const appended = new Set(['scenarios.run_steps'])

/** Tests the policies of one table under both roles, with a row of each of two schools; leaves nothing behind. */
async function tryPolicy(table: TableFacts): Promise<void> {
  const [mine, other] = ['sch_mine', 'sch_other']
  const qualifiedName = `"${table.schema}"."${table.name}"`
  await asOwner(ownerUrl, async client => {
    await client.query('begin')
    const insert = await putRows(client, table, [mine, other])
    const as = async (role: string, school: string | null) => {
      await client.query(`set local role ${role}`)
      if (school !== null) await client.query(`select set_config('app.school_id', $1, true)`, [school])
    }
    const seen = async () =>
      (await client.query(`select school_id from ${qualifiedName} order by 1`)).rows.map(row => row.school_id)
    const refused = async (sql: string) => {
      await client.query('savepoint before')
      const failed = await client.query(sql).then(
        () => null,
        (error: Error) => error.message,
      )
      await client.query('rollback to savepoint before')
      expect({ sql, failed }).toEqual({
        sql,
        failed: expect.stringMatching(/row-level security|permission denied/),
      })
    }
    const isAppended = appended.has(qualified(table))
    const deleted = async (condition = '') =>
      (await client.query(`delete from ${qualifiedName} ${condition}`)).rowCount
    /** The number of changed rows; 'refused' where nobody changes rows. */
    const changed = async (set: string) => {
      const sql = `update ${qualifiedName} set school_id = ${set}`
      if (!isAppended) return (await client.query(sql)).rowCount
      await refused(sql)
      return 'refused'
    }
    const rows = (count: number) => (isAppended ? 'refused' : count)
    const reported = async (what: string, check: () => Promise<unknown>, expected: unknown) =>
      expect({ table: qualified(table), what, found: await check() }).toEqual({
        table: qualified(table),
        what,
        found: expected,
      })
    const system = systemRoleOf(table.schema)
    const bound = table.grants.includes(system) && !crosses(table)
    for (const role of [roleOf(table.schema), ...(bound ? [system] : [])]) {
      for (const nobody of [null, '']) {
        await as(role, nobody)
        await reported(`seen by ${role} without a school`, seen, [])
        await reported('changed without a school', () => changed('school_id'), rows(0))
        await reported('deleted without a school', deleted, 0)
        await refused(insert(mine))
      }
      await as(role, mine)
      await reported(`seen by ${role}`, seen, [mine])
      await reported('changed', () => changed('school_id'), rows(1))
      await reported(
        'changed of another',
        () => changed(`$$${mine}$$ where school_id = $$${other}$$`),
        rows(0),
      )
      await reported('deleted of another', () => deleted(`where school_id = $$${other}$$`), 0)
      await refused(`update ${qualifiedName} set school_id = $$${other}$$`)
      await refused(insert(other))
    }
    if (crosses(table)) {
      await as(system, '')
      await reported(`seen by ${system}`, seen, [mine, other])
    } else if (!bound) {
      await as(system, mine)
      await refused(`select from ${qualifiedName}`)
      await refused(`delete from ${qualifiedName}`)
    }
    await client.query('rollback')
  })
}

describe('a pooled connection', () =>
  pooledConnections(() => ({ ownerUrl, roleUrl: urlOf(roleOf('users')) })))
