// Reads objects from the services that keep them, as they are now: so neither the order of events nor their repetition
// matters, and a school that is older than this service is read in the same way.
import { prefixOf } from '@lms/contract'
import { hostOperations, type OutsideRuntime } from '@lms/service-host'
import type { Seen } from './fact.ts'
import { type Row, type Source, sourceOf } from './sources.ts'

export interface ReadContext {
  readonly school: string
  readonly requestId: string
  readonly runtime: Pick<OutsideRuntime, 'client' | 'config'>
}

/** An object that its service does not have any more contributes nothing, whatever is read of it later. */
const goneVersion = 2_147_483_647

/** Objects of one call. */
const atOnce = 1000

/** What objects with these ids contribute now; ids of other kinds are left out. */
export async function readObjects(ids: Iterable<string>, ctx: ReadContext): Promise<Seen[]> {
  const others = new Map<string, Row>()
  const idsByPrefix = Map.groupBy(new Set(ids), prefixOf)
  const read = async (kinds: readonly [string | null, readonly string[]][]) => {
    const batches = await Promise.all(
      kinds.map(async ([prefix, all]) => {
        const source = prefix && sourceOf(prefix)
        if (!source || !ctx.runtime.config.serviceAddresses[source.service]) return []
        const rows = await rowsOf(source, all, ctx)
        if (isNeeded(source)) for (const row of rows) others.set(row.id, row)
        return seenOf(source, all, { rows, others, ctx })
      }),
    )
    const seen = await Promise.all(batches)
    return seen.flat()
  }
  // Orders come first: their items divide the money, and their checkouts are the visits that led to them.
  const first = await read([...idsByPrefix].filter(([prefix]) => prefix === 'ord'))
  const checkouts = [...others.values()].flatMap(order => order.checkout_id ?? [])
  const rest = new Map([...idsByPrefix].filter(([prefix]) => prefix !== 'ord'))
  if (checkouts.length) rest.set('chk', [...new Set([...(rest.get('chk') ?? []), ...checkouts])])
  return [...first, ...(await read([...rest]))]
}

/** A page of a table, and the contributions of its objects. */
export async function readTable(source: Source, after: string[] | null, ctx: ReadContext) {
  const { rows, next } = await host(source.service, ctx).rows({ body: pageOf(source, after) })
  const seen = await seenOf(source, [], { rows: rows as Row[], others: new Map(), ctx })
  return { seen, next }
}

const pageOf = ({ table, hidden = false }: Source, after: string[] | null) => ({ table, after, hidden })

async function rowsOf(source: Source, ids: readonly string[], ctx: ReadContext): Promise<Row[]> {
  const rows: Row[] = []
  for (let begin = 0; begin < ids.length; begin += atOnce) {
    const idSlice = ids.slice(begin, begin + atOnce)
    for (let after: string[] | null = null; ; ) {
      const page = await host(source.service, ctx).rows({
        body: { ...pageOf(source, after), ids: [...idSlice] },
      })
      rows.push(...(page.rows as Row[]))
      after = page.next
      if (after === null) break
    }
  }
  return rows
}

/** Whether contributions of other objects need its rows. */
const isNeeded = ({ table }: Source) => table === 'orders' || table === 'payments'

interface LoadedRows {
  readonly rows: readonly Row[]
  /** The orders and payments that are known already; those that the rows need are added. */
  readonly others: Map<string, Row>
  readonly ctx: ReadContext
}

async function seenOf(
  source: Source,
  requestedIds: readonly string[],
  { rows, others, ctx }: LoadedRows,
): Promise<Seen[]> {
  const missing = new Set(rows.flatMap(row => source.needs?.(row) ?? []).filter(id => !others.has(id)))
  const needed = await Promise.all(
    [...Map.groupBy(missing, prefixOf)].map(([prefix, ids]) => rowsOf(sourceOf(prefix!)!, ids, ctx)),
  )
  for (const row of needed.flat()) others.set(row.id, row)
  const present = new Set(rows.map(({ id }) => id))
  return [
    ...rows.map(row => ({
      id: row.id,
      version: row.version,
      facts: source.facts(row, others),
      belongsTo: source.needs?.(row) ?? [],
    })),
    ...requestedIds.filter(id => !present.has(id)).map(id => ({ id, version: goneVersion, facts: [] })),
  ]
}

const host = (service: string, { school, requestId, runtime }: ReadContext) =>
  runtime.client(service, { hostOperations }, { school, requestId }).hostOperations
