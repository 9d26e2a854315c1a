// Tags and groups that rows name: those of the school, and new ones where there are none. Pure but for what it writes.
import { isId, maxOf, newId, Refused } from '@lms/contract'
import { groups as groupOperations } from '../../access/groups/group.contract.ts'
import type { GroupRow } from '../../access/groups/group.store.ts'
import type { Stores } from '../../builder.ts'
import { tags as tagOperations } from '../tags/tag.contract.ts'
import { nameKey } from '../tags/tag.rules.ts'
import type { TagRow } from '../tags/tag.store.ts'

/** What names and ids stand for, by `keyOfName`; null where the school has none and no room for one. */
export type ByName<T> = ReadonlyMap<string, T | null>
export type NamedTag = Pick<TagRow, 'id' | 'name'>
export type NamedGroup = Pick<GroupRow, 'id' | 'name'>

interface Mode {
  readonly dry_run: boolean
}

/** The key of a name or an id. */
export const keyOfName = nameKey

export async function tagsNamed(
  names: readonly string[],
  { dry_run }: Mode,
  { tags }: Stores,
): Promise<ByName<NamedTag>> {
  const wanted = distinct(names)
  const rows = wanted.size ? await tags.lockByNames([...wanted.values()]) : []
  const most = maxOf(tagOperations.create.bound)!
  return withNew(wanted, byNameAndId(rows), {
    room: () => tags.refuseBeyond(most),
    create: (name, name_key) => {
      const tag = { id: newId('tag'), name }
      if (!dry_run) tags.insert({ ...tags.fresh(tag.id), name, name_key })
      return tag
    },
  })
}

export async function groupsNamed(
  names: readonly string[],
  { dry_run }: Mode,
  { groups }: Stores,
): Promise<ByName<NamedGroup>> {
  const wanted = distinct(names)
  const rows = wanted.size ? await groups.lockByNames([...wanted.values()]) : []
  const most = maxOf(groupOperations.create.bound)!
  return withNew(wanted, byNameAndId(rows), {
    room: () => groups.refuseBeyond(most),
    create: name => {
      const group = { id: newId('grp'), name }
      const others = { description: '', curator_id: null, starts_at: null, ends_at: null, course_ids: [] }
      if (!dry_run) groups.insert({ ...groups.fresh(group.id), name, ...others })
      return group
    },
  })
}

/** By their keys; of several ways to write a name the first counts. */
const distinct = (names: readonly string[]) =>
  new Map(names.toReversed().map(name => [keyOfName(name), name]))

/** Of several with one name the first counts. */
const byNameAndId = <T extends { id: string; name: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(
    rows.toReversed().flatMap(row => [[keyOfName(row.name), row] as const, [row.id as string, row] as const]),
  )

/** Asked before each: what this work adds counts. */
async function hasRoom(refuseBeyond: () => Promise<void>): Promise<boolean> {
  try {
    await refuseBeyond()
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

async function withNew<T>(
  wanted: ReadonlyMap<string, string>,
  present: ReadonlyMap<string, T>,
  { room, create }: { room: () => Promise<void>; create: (name: string, key: string) => T },
): Promise<ByName<T>> {
  const named = new Map<string, T | null>()
  for (const [key, name] of wanted) {
    const isGone = isId('tag', name) || isId('grp', name)
    named.set(key, present.get(key) ?? (!isGone && (await hasRoom(room)) ? create(name, key) : null))
  }
  return named
}
