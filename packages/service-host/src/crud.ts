// The handlers of a resource with create, read, change and delete (`crud` of the contract). The resource's own rules
// are passed in; a handler that differs altogether is written by hand in place of one of them.
import {
  type BodyOf,
  type CrudName,
  type EventType,
  maxOf,
  newId,
  type Operation,
  prefixOfObject,
  type ReturnsOf,
  withoutUndefined,
} from '@lms/contract'
import type { Condition } from './database/page.ts'
import type { DirectHandler, Input } from './service.ts'
import { missing } from './work/row-reader.ts'
import type { Store } from './work/store.ts'
import type { TableRow } from './work/table.ts'

type AnyOperation = Operation<any, any, any, any, any, any>
/**
 * The operations of a resource that are handled here; `create` is required, because it has the schema of the object.
 */
export type CrudOperations = { readonly [N in CrudName]?: AnyOperation } & { readonly create: AnyOperation }

/** Columns that the server sets in every row. */
type ServerSet = 'school_id' | 'id' | 'version' | 'created_at' | 'updated_at'
type Required<Body> = { [K in keyof Body]-?: undefined extends Body[K] ? never : K }[keyof Body]
/** Columns of a new row that its body may lack, so the rules must set them. */
type Unsaid<Row, Body, Parent> = Exclude<keyof Row, ServerSet | Required<Body> | Parent>
/** The values of new and of changed rows. */
type WithParent<Row, Body, Parent extends keyof Row> = Body & Pick<Row, Parent>
type CreateAnswer<O extends CrudOperations> = ReturnsOf<O['create']>

interface Rules<O extends CrudOperations, Row extends TableRow, Stores, Parent extends keyof Row & string> {
  /** For objects inside of another: the store of the parent, and the column with its id. */
  within?: { parent: (stores: Stores) => Pick<Store<TableRow>, 'get' | 'lock'>; key: Parent }
  /** Refuses a new row before anything is read. The parent is locked. */
  mayCreate?: (input: Input<O['create']>, stores: Stores) => Promise<void> | void
  /** Refuses an invalid new row (`before` is null) or changed row. `given` are the sent fields. */
  check?: (
    next: WithParent<Row, BodyOf<O['create']>, Parent>,
    at: { before: Row | null; sentFields: Partial<Row>; stores: Stores },
  ) => Promise<void> | void
  /** Refuses a deletion that the row or others do not allow. */
  mayRemove?: (row: Row, stores: Stores) => Promise<void> | void
}

/** Columns that the server sets in a new row (`before` is null) and in a changed one. */
type Sets<O extends CrudOperations, Row, Stores, Parent extends keyof Row, Unset> = (
  next: WithParent<Row, BodyOf<O['create']>, Parent>,
  at: { before: Row | null; stores: Stores },
) => Promise<Unset> | Unset

type SetsIfAny<O extends CrudOperations, Row, Stores, Parent extends keyof Row> = [
  Unsaid<Row, BodyOf<O['create']>, Parent>,
] extends [never]
  ? { sets?: never }
  : { sets: Sets<O, Row, Stores, Parent, Pick<Row, Unsaid<Row, BodyOf<O['create']>, Parent>>> }

/** The form of rows in answers, if the object has fields without columns; `made` means that they are new. */
type ShowIfAny<O extends CrudOperations, Row, Stores> = [Exclude<keyof CreateAnswer<O>, keyof Row>] extends [
  never,
]
  ? { show?: never }
  : {
      show: (
        rows: readonly Row[],
        stores: Stores,
        at: { isNew: boolean },
      ) => Promise<readonly (CreateAnswer<O> & TableId)[]> | readonly (CreateAnswer<O> & TableId)[]
    }
interface TableId {
  id: string
}

export type CrudRules<
  O extends CrudOperations,
  Row extends TableRow,
  Stores,
  Parent extends keyof Row & string,
> = Rules<O, Row, Stores, Parent> & SetsIfAny<O, Row, Stores, Parent> & ShowIfAny<O, Row, Stores>

/** The rules are optional if each of them is. */
type RulesIfAny<R> = Record<never, never> extends R ? [rules?: R] : [rules: R]

/** The fields of a body are columns; an operation with other fields is written by hand. */
type Columns<O extends CrudOperations, Row> =
  Exclude<keyof BodyOf<O['create']>, keyof Row> extends never
    ? unknown
    : { 'a field of the body has no column': Exclude<keyof BodyOf<O['create']>, keyof Row> }

export type CrudHandlers<O extends CrudOperations, Stores> = {
  readonly [N in keyof O & CrudName]: O[N] extends AnyOperation ? DirectHandler<O[N], Stores> : never
}

/**
 * Handlers for the declared ones among `list get create update delete`; spread them, and write different ones by hand.
 */
export function crudHandlers<
  O extends CrudOperations,
  Row extends TableRow,
  Stores,
  const Parent extends keyof Row & string = never,
>(
  operations: O & Columns<O, Row>,
  store: (stores: Stores) => Store<Row>,
  ...[customRules]: RulesIfAny<CrudRules<O, Row, Stores, Parent>>
): CrudHandlers<O, Stores> {
  const handlers = untyped(operations, store as never, (customRules ?? {}) as never)
  const declared = Object.entries(handlers).filter(([name]) => Object.hasOwn(operations, name))
  return Object.fromEntries(declared) as never
}

// In here a row is a record of columns; its types are checked by the signature above.
type Row = TableRow & Record<string, unknown>
type Stores = unknown
interface Untyped {
  within?: { parent: (stores: Stores) => Pick<Store<TableRow>, 'get' | 'lock'>; key: string }
  mayCreate?: (input: unknown, stores: Stores) => Promise<void> | void
  check?: (
    next: Record<string, unknown>,
    at: { before: Row | null; sentFields: Partial<Row>; stores: Stores },
  ) => Promise<void> | void
  mayRemove?: (row: Row, stores: Stores) => Promise<void> | void
  sets?: (
    next: Record<string, unknown>,
    at: { before: Row | null; stores: Stores },
  ) => Promise<Record<string, unknown>> | Record<string, unknown>
  show?: (rows: readonly Row[], stores: Stores, at: { isNew: boolean }) => Promise<Row[]> | Row[]
}
type In = Pick<Input<AnyOperation>, 'path' | 'body' | 'query'> & {
  path: Readonly<Record<string, string>>
  emit: (event: EventType, object: Row, extra?: object) => void
}

function untyped(operations: CrudOperations, storeOf: (stores: Stores) => Store<Row>, rules: Untyped) {
  const { within, check, mayCreate, mayRemove, sets } = rules
  const prefix = prefixOfObject(operations.create.returns)
  const item = itemName(operations)
  const show = async (rows: readonly Row[], stores: Stores, isNew = false) =>
    rules.show ? rules.show(rows, stores, { isNew }) : rows
  const showOne = async (row: Row, stores: Stores, isNew = false) => (await show([row], stores, isNew))[0]!
  const ofParent = ({ path }: In): Condition[] =>
    within ? [{ sql: `t."${within.key}" = $`, values: [path.id!] }] : []

  /** The row of the path, with its parent: if the caller may not see the parent, the row does not exist either. */
  const rowOf = async ({ path }: In, stores: Stores, how: 'get' | 'lock'): Promise<Row> => {
    const [row] = await Promise.all([storeOf(stores)[how](path[item]!), within?.parent(stores).get(path.id!)])
    return within && row[within.key] !== path.id ? missing() : row
  }

  return {
    list: async (input: In, stores: Stores) => {
      const [page] = await Promise.all([
        storeOf(stores).page(input.query, ofParent(input)),
        within?.parent(stores).get(input.path.id!),
      ])
      return { ...page, rows: await show(page.rows, stores) }
    },

    get: async (input: In, stores: Stores) => showOne(await rowOf(input, stores, 'get'), stores),

    create: counting(within ? null : storeOf, async (input: In, stores: Stores) => {
      const { body, path, emit } = input
      if (within) await within.parent(stores).lock(path.id!)
      const room = maxOf(operations.create.bound)
      if (room) await storeOf(stores).refuseBeyond(room, ofParent(input)[0])
      await mayCreate?.(input, stores)
      const sentFields = { ...(body as object), ...(within && { [within.key]: path.id }) }
      const next: Record<string, unknown> = {
        ...sentFields,
        ...(await sets?.(sentFields, { before: null, stores })),
      }
      await check?.(next, { before: null, sentFields, stores })
      const store = storeOf(stores)
      const created = await showOne(
        store.insert({ ...next, ...store.fresh(newId(prefix)) } as Row),
        stores,
        true,
      )
      for (const event of operations.create.emits) emit(event, created)
      return created
    }),

    update: async (input: In, stores: Stores) => {
      const row = await rowOf(input, stores, 'lock')
      const sentFields: Partial<Row> = withoutUndefined(input.body as object)
      const next = { ...row, ...sentFields }
      const changes = { ...sentFields, ...(await sets?.(next, { before: row, stores })) }
      await check?.({ ...next, ...changes }, { before: row, sentFields, stores })
      const saved = storeOf(stores).change(row, changes)
      const changed = await showOne(saved, stores)
      if (saved !== row)
        for (const event of operations.update!.emits)
          input.emit(event, changed, { previous: await showOne(row, stores) })
      return changed
    },

    delete: async (input: In, stores: Stores) => {
      const row = await rowOf(input, stores, 'lock')
      await mayRemove?.(row, stores)
      const removed = operations.delete!.emits.length ? await showOne(row, stores) : row
      storeOf(stores).remove(row)
      for (const event of operations.delete!.emits) input.emit(event, removed)
      return { id: row.id, deleted: true as const }
    },
  }
}

/** A handler that creates rows; its store counts them for the limit, unless each parent object has its own. */
const counting = <H extends object>(counts: ((stores: Stores) => Store<Row>) | null, handler: H) =>
  Object.assign(handler, { counts })

/** The store that counts the objects of a handler of `crudHandlers`; null of another one. */
export const countedBy = (
  handler: unknown,
): ((stores: unknown) => Pick<Store<TableRow>, 'standing'>) | null =>
  (handler as Partial<ReturnType<typeof counting>> | undefined)?.counts ?? null

/** The name of the id in the path. */
function itemName({ get, update, delete: removal }: CrudOperations): string {
  const one = get ?? update ?? removal
  return /\{(\w+)\}$/.exec(one?.path ?? '')?.[1] ?? 'id'
}
