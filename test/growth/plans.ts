// No read of the API walks a whole table, for any list, order or filter: visible in the plans of the services' own
// roles at a size where it would matter.
import { type OperationEntry, operations } from '@lms/api'
import { type Filter, formatTime, newId } from '@lms/contract'
import { asOwner, eventually } from '@lms/testing'
import type { TestCluster } from '@lms/testing/all-services'
import { type Example, exampleOf, gatewaySchool, type School } from '@lms/testing/contract-suite'
import { newSchool } from '@lms/testing/gateway'
import { multiply } from './multiply.ts'
import { logPlans, PlanLog, type Planned, scanned } from './plan-log.ts'

const rowsOfTable = 4500
/** Smaller tables are read whole because that is quicker. */
const small = 1000

/**
 * Registers the tests of all reads of a service, on a cluster whose Postgres can tell plans; they fill its tables, and
 * come last.
 */
export function plansOf(service: string, cluster: () => TestCluster): void {
  const entries = operations.filter(each => each.service === service)
  const reads = entries.filter(({ operation }) => operation.method === 'GET')
  if (reads.length === 0) return

  let school: School
  let large: Set<string>
  const log = new PlanLog()
  /** The request of each operation before the tables grew: some refuse to create more of a kind in a school. */
  const examples = new Map<OperationEntry, Example>()

  beforeAll(async () => {
    const { system, gateway } = cluster()
    const access = await newSchool(gateway)
    school = await gatewaySchool(gateway, access)
    for (const entry of entries) examples.set(entry, await once(entry))
    await eventually('a record of it', async () => (await school.done('auditLog.list')).data.length > 0)
    large = await asOwner(system.ownerUrl, async client => {
      await multiply(client, service, access.schoolId, rowsOfTable)
      const { rows } = await client.query(
        `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.reltuples > ${small} and n.nspname = $1`,
        [service],
      )
      return new Set(rows.map(({ name }) => name as string))
    })
    for (const { runtime } of Object.values(system.services)) {
      log.listen(runtime.database.pool)
      log.listen(runtime.system.pool)
    }
    await logPlans(system.servers)
    await eventually('plans to be told', async () => {
      await school.ask(reads[0]!, examples.get(reads[0]!)!)
      return log.take().length > 0
    })
  }, 300_000)

  /** Calls an operation once, so that its tables have rows. */
  async function once(entry: OperationEntry): Promise<Example> {
    const example = await exampleOf(entry, school)
    await school.ask(entry, example)
    return example
  }

  const walks = () =>
    log
      .take()
      .map(planned => ({ planned, tables: scanned(planned).filter(table => large.has(table)) }))
      .filter(({ tables }) => tables.length)
      .map(({ planned, tables }: { planned: Planned; tables: string[] }) => ({
        tables,
        query: planned.query,
      }))

  test('the tables have enough rows', () => {
    expect(large.size).toBeGreaterThan(0)
  })

  for (const entry of reads)
    test(entry.operation.route, async () => {
      const example = examples.get(entry)!
      log.take()
      const first = await school.ask(entry, example)
      expect(first.status).toBe(200)
      for (const { query, filter } of queriesOf(entry, first.body)) {
        const { status, body } = await school.ask(entry, { ...example, query })
        expect({ query, status }).toEqual({ query, status: 200 })
        if (filter)
          expect({ query, found: valuesOf(body.data, filter.field) }).toEqual({
            query,
            found: [filter.value],
          })
      }
      expect(walks()).toEqual([])
    })
}

const valuesOf = (items: Record<string, unknown>[], field: string) => [
  ...new Set(items.map(item => item[field])),
]

interface Query {
  query: string
  /** The field of the filter, and the value of one item. */
  filter?: { field: string; value: unknown }
}

/** Each order, each filter with a value that there is where that is known, the search, and the page after a page. */
function queriesOf({ operation }: OperationEntry, page: { data?: Record<string, unknown>[] }): Query[] {
  const { list } = operation
  if (!list) return []
  const filters = Object.entries(list.filters).flatMap(([name, filter]): Query[] => {
    const there = page.data?.find(item => ['string', 'number', 'boolean'].includes(typeof item[name]))
    const value = there ? there[name] : fallback(filter)
    const text = encodeURIComponent(String(value))
    const equal = { query: `?${name}=${text}`, ...(there ? { filter: { field: name, value } } : {}) }
    return filter.kind === 'time' ? [equal, { query: `?${name}[lt]=${text}` }] : [equal]
  })
  const cursor = (page as { next_cursor?: string }).next_cursor
  const others = [
    ...list.sorts.flatMap(sort => [`?sort=${sort}`, `?sort=-${sort}`]),
    ...(list.search ? ['?q=ann', '?q=nobody'] : []),
    ...(cursor ? [`?cursor=${encodeURIComponent(cursor)}`] : []),
  ]
  return [...filters, ...others.map(query => ({ query }))]
}

function fallback(filter: Filter): unknown {
  switch (filter.kind) {
    case 'id':
      return newId(filter.prefix)
    case 'state':
      return filter.values[0]
    case 'boolean':
      return true
    case 'integer':
      return 1
    case 'phone':
      return '+491711234567'
    case 'time':
      return formatTime(new Date())
    default:
      return 'x'
  }
}
