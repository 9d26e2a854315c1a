// The tables as migrated, held against the entities and against the rules of tenancy.
import { join } from 'node:path'
import { startPostgres } from '@lms/local'
import {
  migrate,
  newInstallation,
  roleOf,
  roleUrl,
  type Service,
  systemRoleOf,
  Vault,
} from '@lms/service-host'
import { asOwner, scratchFolder } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { type Catalogue, columnsOf, type Index, indexesOf, readCatalogue } from './catalogue.ts'

let catalogue: Catalogue
let ownerUrl: string
let urlOf: (role: string) => string
let stop: () => Promise<void>
const names = allServices.map(({ contract }) => contract.service)

beforeAll(async () => {
  const folder = scratchFolder()
  const postgres = await startPostgres({ dataDir: join(folder.path, 'postgres'), durable: false })
  stop = async () => {
    await postgres.stop()
    folder.remove()
  }
  const vault = new Vault(newInstallation(names).secretKeys)
  for (const service of allServices) await migrate(service, postgres.url, vault)
  // A second time, as every start does: nothing is to be done.
  for (const service of allServices) await migrate(service, postgres.url, vault)
  ownerUrl = postgres.url
  urlOf = role => roleUrl(postgres.url, role, vault)
  catalogue = await asOwner(postgres.url, client => readCatalogue(client, names))
}, 120_000)
afterAll(() => stop?.())

const tablesOf = (service: string) => catalogue.tables.filter(({ schema }) => schema === service)
const tenantTables = () => catalogue.tables.filter(({ columns }) => 'school_id' in columns)
const qualified = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`

describe.each(allServices.map(service => [service.contract.service, service] as const))(
  '%s',
  (name, service: Service) => {
    test('has the columns its entities declare, of the same type, and no others', () => {
      for (const entity of service.entities) {
        const table = tablesOf(name).find(candidate => candidate.name === entity.init().meta.tableName)
        expect({ entity: entity.init().meta.tableName, columns: table?.columns }).toEqual({
          entity: entity.init().meta.tableName,
          columns: columnsOf(entity),
        })
      }
    })

    test('has the indexes its entities declare, and no others', () => {
      for (const entity of service.entities) {
        const { tableName } = entity.init().meta
        const inWords = (indexes: readonly Index[]) =>
          indexes.map(({ columns, unique }) => `${unique ? 'unique ' : ''}${columns.join(', ')}`).sort()
        const found = tablesOf(name).find(candidate => candidate.name === tableName)!.indexes
        expect({ tableName, indexes: inWords(found) }).toEqual({
          tableName,
          indexes: inWords(indexesOf(entity)),
        })
      }
    })

    test('works under roles that own nothing, bypass nothing and reach no other service', async () => {
      for (const role of [roleOf(name), systemRoleOf(name)]) {
        expect(catalogue.roles[role]).toEqual({
          superuser: false,
          bypass: false,
          createRole: false,
          createDb: false,
        })
        expect(catalogue.tables.filter(({ owner }) => owner === role).map(qualified)).toEqual([])
        const foreign = catalogue.tables.filter(
          ({ schema, grants }) => schema !== name && grants.includes(role),
        )
        expect(foreign.map(qualified)).toEqual([])
        const seen = await asOwner(urlOf(role), client =>
          client.query(
            `select nspname from pg_namespace where nspname = any($1) and has_schema_privilege(oid, 'usage')`,
            [names],
          ),
        )
        expect(seen.rows.map(({ nspname }) => nspname)).toEqual([name])
      }
    })

    test('shows its role the rows of the school that is set, and none without', async () => {
      const rows = ['sch_a', 'sch_b'].map(school => `('${school}', 'c', 'e', now())`)
      await asOwner(ownerUrl, client => client.query(`insert into "${name}".inbox values ${rows.join()}`))
      const seen = (role: string, school: string) =>
        asOwner(urlOf(role), async client => {
          await client.query(`select set_config('app.school_id', $1, false)`, [school])
          const { rows } = await client.query(`select school_id from "${name}".inbox order by 1`)
          return rows.map(({ school_id }) => school_id)
        })
      expect(await seen(roleOf(name), '')).toEqual([])
      expect(await seen(roleOf(name), 'sch_a')).toEqual(['sch_a'])
      expect(await seen(systemRoleOf(name), '')).toEqual(['sch_a', 'sch_b'])
      const foreign = asOwner(urlOf(roleOf(name)), async client => {
        await client.query(`select set_config('app.school_id', 'sch_a', false)`)
        await client.query(`update "${name}".inbox set school_id = 'sch_b'`)
      })
      await expect(foreign).rejects.toThrow('row-level security')
    })
  },
)

test('every table that schools share has forced row security', () => {
  const open = tenantTables().filter(({ secured, forced, partition }) => !partition && !(secured && forced))
  expect(open.map(qualified)).toEqual([])
})

test('a partition is reached through its table alone', () => {
  const open = catalogue.tables.filter(({ partition, grants }) => partition && grants.length > 0)
  expect(open.map(qualified)).toEqual([])
})

test('a restrictive policy binds every service role on every table it may touch', () => {
  const unbound = tenantTables().filter(({ schema, partition, grants, policies }) => {
    if (partition || !grants.includes(roleOf(schema))) return false
    return !policies.some(
      ({ permissive, roles, command }) => !permissive && command === '*' && roles.includes(roleOf(schema)),
    )
  })
  expect(unbound.map(qualified)).toEqual([])
})

test('there is one wall: the school that was set, for reading and for writing', () => {
  const walls = tenantTables().flatMap(table => table.policies.filter(({ permissive }) => !permissive))
  const wall = `(school_id = NULLIF(current_setting('app.school_id'::text, true), ''::text))`
  expect(new Set(walls.flatMap(({ using, check }) => [using, check]))).toEqual(new Set([wall]))
})

test('no policy is for everyone', () => {
  const open = tenantTables().filter(({ policies }) => policies.some(({ roles }) => roles.includes('public')))
  expect(open.map(qualified)).toEqual([])
})

// Queues are walked in the order in which they were filled, over all schools.
const keyedOtherwise = ['outbox']

test('every key begins with the school', () => {
  const odd = tenantTables().filter(
    ({ name, primaryKey }) => primaryKey[0] !== 'school_id' && !keyedOtherwise.includes(name),
  )
  expect(odd.map(qualified)).toEqual([])
})

test('keys and states are compared byte by byte', () => {
  const odd = tenantTables().flatMap(table =>
    table.primaryKey
      .filter(
        column =>
          table.columns[column]!.startsWith('text') && !table.columns[column]!.includes('collate "C"'),
      )
      .map(column => `${qualified(table)}.${column}`),
  )
  expect(odd).toEqual([])
})

test('a function that runs as the owner pins its search path and is not for everyone', () => {
  const odd = catalogue.definers.filter(
    ({ config, everyone }) => everyone || !config.some(set => set.startsWith('search_path=')),
  )
  expect(odd).toEqual([])
})
