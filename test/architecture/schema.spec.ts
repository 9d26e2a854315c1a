// The migrated tables, compared with the entities and the rules of keys. test/isolation tests their row-level security.
import {
  archiveOf,
  migrate,
  personHere,
  returningOf,
  type Service,
  schemaChanges,
  type Table,
} from '@lms/service-host'
import { asOwner } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import {
  archivedDespiteName,
  looksSecret,
  neverArchived,
  ofHostArchived,
  ofHostNeverArchived,
} from './archive-tables.ts'
import { type Catalogue, catalogueOf, columnsOf, type Index, indexesOf, startMigrated } from './catalogue.ts'
import { declared, elsewhere, forgotten, looksLikePerson } from './people-columns.ts'

let catalogue: Catalogue
let ownerUrl: string
let stop: () => Promise<void>

beforeAll(async () => {
  const migrated = await startMigrated()
  stop = migrated.stop
  ownerUrl = migrated.ownerUrl
  // A second migration, as at every start, changes nothing.
  for (const service of allServices) await migrate(service, migrated.ownerUrl, migrated.vault)
  catalogue = await catalogueOf(migrated)
}, 300_000)
afterAll(() => stop?.())

// Migrations alone determine the keys of partitioned tables.
const partitioned = /^(events|attempts|audit_log)$/

/** Constraints, unique indexes, and the constraints that functions raise. */
const constraintsSql = `
select c.conname as name from pg_constraint c where c.connamespace = to_regnamespace($1)
union select i.relname from pg_class i join pg_index x on x.indexrelid = i.oid
where i.relnamespace = to_regnamespace($1) and x.indisunique
union select m[1] from pg_proc p, regexp_matches(p.prosrc, 'constraint = ''(\\w+)''', 'g') m
where p.pronamespace = to_regnamespace($1)`

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
        const described = (indexes: readonly Index[]) =>
          indexes.map(({ columns, unique }) => `${unique ? 'unique ' : ''}${columns.join(', ')}`).sort()
        const tableIndexes = tablesOf(name).find(candidate => candidate.name === tableName)!.indexes
        expect({ tableName, indexes: described(tableIndexes) }).toEqual({
          tableName,
          indexes: described(indexesOf(entity)),
        })
      }
    })

    test('has the primary keys its entities declare, in their order', () => {
      for (const entity of service.entities) {
        const { tableName, primaryKeys } = entity.init().meta
        if (partitioned.test(tableName)) continue
        const { primaryKey } = tablesOf(name).find(candidate => candidate.name === tableName)!
        expect({ tableName, primaryKey }).toEqual({ tableName, primaryKey: primaryKeys })
      }
    })

    test('has the constraints for which its tables declare refusals', async () => {
      const declared = Object.values<object>(service.stores).flatMap(store =>
        'table' in store ? Object.keys((store.table as Table).conflicts ?? {}) : [],
      )
      const { rows } = await asOwner(ownerUrl, client =>
        client.query<{ name: string }>(constraintsSql, [name]),
      )
      const people = service.keepsPeople ? [personHere(name)] : []
      const present = [...rows.map(row => row.name), ...people]
      expect(declared.filter(constraint => !present.includes(constraint))).toEqual([])
    })

    test('has no difference for which a generated migration would be needed', async () => {
      expect(await schemaChanges(service, ownerUrl)).toBe('')
    })
  },
)

// Queues are walked in the order in which they were filled, over all schools; the journal and the audit log are asked for
// ids of any school.
const keyedOtherwise = /^(outbox|(events|audit_log)(_\d{8})?)$/

test('every key begins with the school', () => {
  const odd = tenantTables().filter(
    ({ name, primaryKey }) => primaryKey[0] !== 'school_id' && !keyedOtherwise.test(name),
  )
  expect(odd.map(qualified)).toEqual([])
})

test('keys and states are compared by bytes', () => {
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

// Partial indexes without null count, too: ids of people are looked up, and never their absence.
const beginningsSql = `select n.nspname || '.' || c.relname || '.' || a.attname as place
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute s on s.attrelid = c.oid and s.attnum = i.indkey[0] and s.attname = 'school_id'
  join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[1]
  where i.indpred is null or pg_get_expr(i.indpred, c.oid) = '(' || a.attname || ' IS NOT NULL)'`

describe('columns with ids of people', () => {
  const listTables = () => catalogue.tables.filter(({ partition }) => !partition)
  const columns = () =>
    listTables().flatMap(table => Object.keys(table.columns).map(name => ({ table, name })))
  const columnName = ({ table, name }: { table: { schema: string; name: string }; name: string }) =>
    `${qualified(table)}.${name}`

  test('are declared as personal data, so that none is forgotten by a merge, an erasure or an export', () => {
    expect(
      ['user_id', 'curator_id', 'actor_user_id', 'merged_into', 'closed_by'].every(looksLikePerson),
    ).toBe(true)
    expect(['order_id', 'members', 'user_agent'].some(looksLikePerson)).toBe(false)
    expect(forgotten(['users.user_tags.user_id', 'users.user_notes.user_id'])).toEqual([
      'users.user_notes.user_id',
    ])
    const people = columns().filter(({ name }) => looksLikePerson(name))
    expect(forgotten(people.map(columnName))).toEqual([])
  })

  test('exist where they are declared, with an index that begins with them', async () => {
    const byName = new Map(columns().map(each => [columnName(each), each]))
    expect([...declared, ...Object.keys(elsewhere)].filter(column => !byName.has(column))).toEqual([])
    const { rows } = await asOwner(ownerUrl, client => client.query(beginningsSql))
    const beginnings = new Set(rows.map(({ place }) => place))
    const unindexed = declared.filter(column => !beginnings.has(column))
    expect(unindexed).toEqual([])
  })
})

describe('the archive of a school', () => {
  test('has every table of a school, or it is declared why not', () => {
    const entities = allServices.flatMap(({ entities }) => entities)
    const knownTables = new Set([
      ...entities.map(entity => `${entity.init().meta.schema}.${entity.init().meta.tableName}`),
      ...Object.keys(neverArchived),
    ])
    const forgotten = tenantTables().filter(
      table =>
        !table.partition &&
        !knownTables.has(qualified(table)) &&
        !ofHostNeverArchived.has(table.name) &&
        !ofHostArchived.has(table.name),
    )
    expect(forgotten.map(qualified)).toEqual([])
    for (const entity of entities) expect(archiveOf(entity)).toBeTruthy()
  })

  test('has no sealed column', () => {
    const sealed = allServices.flatMap(({ entities }) =>
      entities.flatMap(entity => {
        const { properties, tableName, schema } = entity.init().meta
        const { without = {} } = returningOf(entity) ?? {}
        return returningOf(entity)
          ? Object.keys(properties)
              .filter(name => looksSecret.test(name) && !Object.hasOwn(without, name))
              .map(name => `${schema}.${tableName}.${name}`)
          : []
      }),
    )
    expect(sealed.sort()).toEqual(Object.keys(archivedDespiteName).sort())
  })

  test('gives every table back, or it is declared what a restored school has in its place', () => {
    for (const service of allServices) {
      const name = service.contract.service
      const declared = [
        ...service.entities.map(entity => archiveOf(entity)),
        ...Object.entries(neverArchived).flatMap(([table, never]) =>
          table.startsWith(`${name}.`) ? [never] : [],
        ),
      ]
      const returns = declared.flatMap(archive =>
        archive !== 'rows' && 'never' in archive ? [archive.returns] : [],
      )
      // What is rebuilt needs somebody who rebuilds it.
      if (returns.includes('rebuilt')) expect([name, typeof service.restored]).toEqual([name, 'function'])
    }
  })

  test('takes back a row without the columns that it leaves out: each has a value that its column takes', () => {
    const wrong = allServices.flatMap(({ entities }) =>
      entities.flatMap(entity => {
        const { properties, tableName, schema } = entity.init().meta
        return Object.entries(returningOf(entity)?.without ?? {})
          .filter(([name, value]) => value === null && !(properties as any)[name].nullable)
          .map(([name]) => `${schema}.${tableName}.${name}`)
      }),
    )
    expect(wrong).toEqual([])
  })
})
