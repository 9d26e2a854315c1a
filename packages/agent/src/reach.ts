// How many people a proposed call reaches.
import { isId } from '@lms/contract'
import type { Found } from './catalog.ts'
import { type Seen, textsIn } from './objects.ts'
import { clean } from './text.ts'
import type { Ask } from './transport.ts'

export interface Reach {
  /** Null if the call names nobody, or a set of people that does not tell its number. */
  readonly people: number | null
  readonly sample: string[]
}

/** Fields with the number of people of a tag or a segment. */
const countFields = ['users_count', 'size'] as const
const maxPages = 10
const pageSize = 200

/** The people that a call names, and those of the groups, tags and segments that it names. */
export async function reachOf(
  { params }: Found,
  body: string | null,
  seen: readonly Seen[],
  ask: Ask,
): Promise<Reach> {
  const named = [...Object.values(params), ...textsIn(body === null ? null : JSON.parse(body))]
  const people = new Set<string>(named.filter(text => isId('usr', text)))
  const sets = [...new Set(named.filter(text => isSet(text)))]
  const sample = seen.filter(({ id }) => people.has(id)).map(({ name }) => clean(name))
  if (people.size === 0 && sets.length === 0) return { people: null, sample: [] }
  const sizes = await Promise.all(sets.map(id => sizeOf(id, seen, ask)))
  const whole = sizes.reduce<number | null>(
    (sum, size) => (sum === null || size === null ? null : sum + size),
    people.size,
  )
  return { people: whole, sample: sample.slice(0, 10) }
}

const isSet = (text: string) => isId('grp', text) || isId('tag', text) || isId('seg', text)

async function sizeOf(id: string, seen: readonly Seen[], ask: Ask): Promise<number | null> {
  if (isId('grp', id)) return membersOf(id, ask)
  const fields = seen.find(each => each.id === id)?.fields ?? {}
  const found = countFields.map(name => fields[name]).find(each => typeof each === 'number')
  return (found as number | undefined) ?? null
}

/** The number of a group's members; null beyond what a few pages hold, so that nobody confirms a wrong number. */
async function membersOf(group: string, ask: Ask): Promise<number | null> {
  let cursor = ''
  let members = 0
  for (let page = 0; page < maxPages; page++) {
    const query = `limit=${pageSize}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { status, body } = await ask({ method: 'GET', path: `/v1/groups/${group}/members?${query}` })
    if (status !== 200) return null
    members += body.data.length
    if (!body.next_cursor) return members
    cursor = body.next_cursor
  }
  return null
}
