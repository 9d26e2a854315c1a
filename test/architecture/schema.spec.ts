// The tables as migrated, held against the entities and against the rules of keys. Their walls: test/isolation.
import { migrate, type Service, schemaChanges } from '@lms/service-host'
import { allServices } from '@lms/testing/all-services'
import { type Catalogue, catalogueOf, columnsOf, type Index, indexesOf, startMigrated } from './catalogue.ts'

let catalogue: Catalogue
let ownerUrl: string
let stop: () => Promise<void>

beforeAll(async () => {
  const migrated = await startMigrated()
  stop = migrated.stop
  ownerUrl = migrated.ownerUrl
  // A second time, as every start does: nothing is to be done.
  for (const service of allServices) await migrate(service, migrated.ownerUrl, migrated.vault)
  catalogue = await catalogueOf(migrated)
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
        const described = (indexes: readonly Index[]) =>
          indexes.map(({ columns, unique }) => `${unique ? 'unique ' : ''}${columns.join(', ')}`).sort()
        const found = tablesOf(name).find(candidate => candidate.name === tableName)!.indexes
        expect({ tableName, indexes: described(found) }).toEqual({
          tableName,
          indexes: described(indexesOf(entity)),
        })
      }
    })

    test('lacks nothing that a migration made from its declarations would add', async () => {
      expect(await schemaChanges(service, ownerUrl)).toBe('')
    })
  },
)

// Queues are walked in the order in which they were filled, over all schools; the journal is asked for ids of any school
// by those who wait for it.
const keyedOtherwise = /^(outbox|events(_\d{8})?)$/

test('every key begins with the school', () => {
  const odd = tenantTables().filter(
    ({ name, primaryKey }) => primaryKey[0] !== 'school_id' && !keyedOtherwise.test(name),
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
