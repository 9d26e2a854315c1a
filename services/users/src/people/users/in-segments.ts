// People of segments: crm keeps who they are, so that it says the next ids, and the list reads these people.
import { type Caller, hasPermission, type Id } from '@lms/contract'
import { audiences } from '@lms/crm/contract'
import {
  type Condition,
  type ListQuery,
  noRows,
  type RowPage,
  type SchoolRuntime,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import type { UserRow, UserStore } from './user.store.ts'

type UserId = Id<'usr'>

/** Ids of one question to crm. */
const maxIds = 1000
/** Questions of one page: other filters may leave few of the people. */
const maxQuestions = 100

interface ListContext {
  readonly caller: Caller
  readonly runtime: SchoolRuntime
  readonly work: UnitOfWork
}

/** A page of the people who are in one of the segments of the query, by their creation. */
export async function listInSegments(
  query: ListQuery,
  conditions: readonly Condition[],
  users: UserStore,
  { caller, runtime, work }: ListContext,
): Promise<RowPage<UserRow>> {
  const segmentFilters = query.filters.filter(({ name }) => name === 'segment_id')
  const filters = query.filters.filter(({ name }) => name !== 'segment_id')
  const warn = (text: string) => void query.warnings.push(text)
  if (!hasPermission(caller.rights, 'segments:read')) {
    warn('segment_id needs segments:read; nothing matches')
    return noRows
  }
  if (query.nothing || !runtime.config.serviceAddresses.crm) return noRows
  const [key] = query.sort
  if (query.sort.length !== 1 || key!.name !== 'created_at')
    warn('with segment_id people are sorted by created_at')
  const descending = key?.descending ?? true
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { next, needs: needsOf } = runtime.client('crm', { audiences }, scope).audiences
  // People must be in one of the segments of each filter; a query has one filter with several values.
  const segmentIds = segmentFilters.flatMap(({ values }) => values) as Id<'seg'>[]
  const { needs } = await needsOf({ body: { segment_ids: segmentIds } })
  const lacked = needs.find(each => !each.some(one => hasPermission(caller.rights, one)))
  if (lacked) {
    warn(`segment_id: what this segment asks about people needs ${lacked.join(' or ')}; nothing matches`)
    return noRows
  }
  const unbuilt = new Set<string>()
  const idsAfter = async (cursor: UserId | null) => {
    const slices = await Promise.all(
      segmentIds.map(segment_id => next({ body: { segment_id, place: cursor, descending, most: maxIds } })),
    )
    for (const [index, { built }] of slices.entries()) if (!built) unbuilt.add(segmentIds[index]!)
    return joined(
      slices.map(({ ids }) => ids),
      descending,
    )
  }
  const order = { ...query, filters, sort: [{ name: 'id', descending }], after: null }
  const rows: UserRow[] = []
  const page = (more: boolean): RowPage<UserRow> => {
    for (const id of unbuilt)
      warn(`segment_id: ${id} is still being built, nobody knows its members yet; ask again in some seconds`)
    return {
      rows: rows.slice(0, query.limit),
      more,
      position: index => [...query.sort.map(() => rows[index]!.created_at), rows[index]!.id],
    }
  }
  let cursor = (query.after?.at(-1) ?? null) as UserId | null
  for (let question = 0; question < maxQuestions; question++) {
    const { ids, isEnd } = await idsAfter(cursor)
    if (ids.length === 0) return page(false)
    const among = { sql: 't.id = any($::text[])', values: [textArray(ids)] }
    const userPage = await users.list({ ...order, limit: query.limit - rows.length }, [...conditions, among])
    rows.push(...userPage.rows)
    if (userPage.more) return page(true)
    if (isEnd) return page(false)
    if (rows.length === query.limit) return page(true)
    cursor = ids.at(-1)!
  }
  if (rows.length === 0)
    warn('the other filters leave none of the first people of the segment; narrow the segment')
  return page(rows.length > 0)
}

/** The next ids of all segments together, up to where each of them is known. */
function joined(
  slices: readonly (readonly UserId[])[],
  descending: boolean,
): { ids: UserId[]; isEnd: boolean } {
  const isBefore = (one: string, other: string) => (descending ? one > other : one < other)
  const full = slices.filter(({ length }) => length === maxIds).map(ids => ids.at(-1)!)
  const end = full.length ? full.reduce((one, other) => (isBefore(other, one) ? other : one)) : null
  const ids = [...new Set(slices.flat())].filter(id => end === null || !isBefore(end, id))
  return { ids: ids.sort((one, other) => (isBefore(one, other) ? -1 : 1)), isEnd: end === null }
}
