// The handlers of a resource that is only made, read, changed and deleted. What is particular is handed in.
import { type Id, newId, type Prefix } from '@lms/contract'
import type { RowPage } from './database/read-page.ts'
import type { ListQuery } from './list/list-query.ts'
import type { Store, TableRow } from './work/table.ts'
import type { Work } from './work/work.ts'

interface PlainSpec<Row extends TableRow, P extends Prefix, Stores> {
  prefix: P
  store: (stores: Stores) => Store<Row>
  /** The columns of a new row besides id, version and times. */
  fill: (body: any, input: { path: Record<string, string> }) => Partial<Row>
  /** Refuses a change that the row does not allow. */
  mayChange?: (row: Row, body: any) => void
  /** Refuses a delete that the row or others do not allow. */
  mayRemove?: (row: Row, stores: Stores) => Promise<void> | void
}

interface PlainInput extends Work<any> {
  path: Record<string, string>
  body: any
  query: ListQuery
}

/** Handlers `list get create change remove`; spread them and override what differs. */
export function plain<Row extends TableRow, P extends Prefix, Stores>(spec: PlainSpec<Row, P, Stores>) {
  return {
    list: ({ query }: { query: ListQuery }, stores: Stores): Promise<RowPage<Row>> =>
      spec.store(stores).page(query),

    get: ({ path }: { path: { readonly id: string } }, stores: Stores): Promise<Row> =>
      spec.store(stores).get(path.id),

    create: async (
      { body, path, now }: Pick<PlainInput, 'body' | 'path' | 'now'>,
      stores: Stores,
    ): Promise<Row> => {
      const own = { id: newId(spec.prefix), version: 1, created_at: now, updated_at: now }
      return spec.store(stores).insert({ ...spec.fill(body, { path }), ...own } as unknown as Row)
    },

    change: async (
      { body, path }: { body: any; path: { readonly id: string } },
      stores: Stores,
    ): Promise<Row> => {
      const row = await spec.store(stores).lock(path.id)
      spec.mayChange?.(row, body)
      const set = Object.entries(body).filter(([, value]) => value !== undefined)
      return spec.store(stores).save(row, Object.fromEntries(set) as Partial<Row>)
    },

    remove: async (
      { path }: { path: { readonly id: string } },
      stores: Stores,
    ): Promise<{ id: Id<P>; deleted: true }> => {
      const row = await spec.store(stores).lock(path.id)
      await spec.mayRemove?.(row, stores)
      spec.store(stores).remove(row)
      return { id: row.id as Id<P>, deleted: true }
    },
  }
}
