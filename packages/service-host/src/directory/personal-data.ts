// Personal data of a service: one declaration for each kind, from which merges, erasures and exports follow.
import type { Id, PersonalDataCount } from '@lms/contract'
import type { z } from 'zod'
import type { Condition } from '../database/page.ts'
import type { Work } from '../work/work.ts'

/** One kind of data that a service has about people. */
export interface PersonalData<Stores = any> extends Omit<PersonalDataCount, 'count' | 'incidental'> {
  /** Default: false. */
  readonly incidental?: boolean
  /** The columns with the ids of these people: `orders.user_id`. A test finds columns that no kind names. */
  readonly columns: readonly `${string}.${string}`[]
  /**
   * The columns with texts or JSON in which answers about people are stored: `agent_messages.answer`. They tell of others than
   * those in `columns`, so an erasure searches them.
   */
  readonly texts?: readonly `${string}.${string}`[]
  /** The number of objects of a person. */
  readonly count: (userId: string, stores: Stores) => Promise<number>
  /** The objects of a person as in the API, in the order of their places: at most `most` after one. */
  readonly items: (userId: string, page: PageOfItems, stores: Stores) => Promise<readonly object[]>
  /** The schema of these objects, if they have one. A test finds kinds with personal fields and without an erasure. */
  readonly object?: z.ZodType
  /** The place of an item, at which the next page begins; default: its `id`. */
  readonly positionOf?: (item: any) => string
  /**
   * Moves the data of a person to the one into whom they were merged; nobody adds to them meanwhile. `erased`: the
   * other person was anonymized. Needs a directory of people.
   */
  readonly move?: (people: MergedPeople, work: Work, stores: Stores) => Promise<void> | void
  /** Erases personal data, without an event: the only event of an erasure is user.anonymized. */
  readonly erase?: (userId: string, work: Work, stores: Stores) => Promise<void> | void
}

export interface PageOfItems {
  readonly after: string | null
  readonly most: number
}

export interface MergedPeople {
  readonly from: string
  readonly into: Id<'usr'>
  readonly erased: boolean
}

/** Maximum objects of one kind in one read of a person's data. */
const itemsAtOnce = 200

/** The data about a person, counted by kind. */
export const countsAbout = <Stores>(
  userId: string,
  kinds: readonly PersonalData<Stores>[],
  stores: Stores,
): Promise<PersonalDataCount[]> =>
  Promise.all(
    kinds.map(async ({ what, incidental = false, on_merge, needs, erased, kept, why, count }) => ({
      what,
      count: await count(userId, stores),
      incidental,
      on_merge,
      needs,
      erased,
      kept,
      why,
    })),
  )

/** A page of the data of one kind; `next` is the place at which the page after it begins. */
export async function itemsAbout<Stores>(
  userId: string,
  { items, positionOf = ({ id }) => id }: PersonalData<Stores>,
  after: string | null,
  stores: Stores,
): Promise<{ items: object[]; next: string | null }> {
  const rows = await items(userId, { after, most: itemsAtOnce + 1 }, stores)
  const page = rows.slice(0, itemsAtOnce)
  return { items: page, next: rows.length > itemsAtOnce ? positionOf(page.at(-1)) : null }
}

/** The page of a list that is short enough to be read at once. */
export const pageOfFew = <T extends { id: string }>(all: readonly T[], { after, most }: PageOfItems): T[] =>
  [...all]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .filter(({ id }) => after === null || id > after)
    .slice(0, most)

interface Rows {
  countWhere(condition: Condition): Promise<number>
  walk(condition: Condition, after: string | null, limit: number): Promise<object[]>
}

/** Rows with the id of a person in one indexed column: their count, and their form in the API. */
export function rowsOfPerson<Stores>(
  store: (stores: Stores) => Rows,
  column: `${string}.${string}`,
  itemSchema: z.ZodType<object>,
): Pick<PersonalData<Stores>, 'columns' | 'object' | 'count' | 'items'> {
  const of = (userId: string): Condition => ({ sql: `t."${column.split('.')[1]}" = $`, values: [userId] })
  return {
    columns: [column],
    object: itemSchema,
    count: (userId, stores) => store(stores).countWhere(of(userId)),
    items: async (userId, { after, most }, stores) =>
      (await store(stores).walk(of(userId), after, most)).map(row => itemSchema.parse(row)),
  }
}
