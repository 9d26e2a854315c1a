// How many people a proposed call reaches.
import { isId } from '@lms/contract'
import type { Catalog, ToolMatch } from './catalog.ts'
import { look, type Seen, textsIn } from './objects.ts'
import { clean } from './text.ts'
import type { Ask } from './transport.ts'

export interface Reach {
  /** Null if the call names nobody, or a set of people that does not tell its number. */
  readonly people: number | null
  readonly sample: string[]
  /** The number of people that were counted, all or not. */
  readonly least: number
}

interface Size {
  readonly least: number
  readonly isWhole: boolean
}

/** Fields with the number of people of a tag or a segment. */
const countFields = ['users_count', 'size'] as const
const maxPages = 10
const pageSize = 1000
/** Sets of people that are counted. */
const maxSets = 20

/** Operations that reach the audience of the object in their path, which the call itself does not name. */
const toAudience: readonly string[] = ['POST /v1/mailings/{id}/start', 'POST /v1/campaigns/{id}/send']

/** The people that a call names, those of the groups, tags and segments that it names, and its audience. */
export async function reachOf(
  tools: Catalog,
  { tool, params }: ToolMatch,
  body: string | null,
  seen: readonly Seen[],
  ask: Ask,
): Promise<Reach> {
  const ids = Object.values(params)
  const audiences = toAudience.includes(tool.operation.route)
    ? seen.filter(({ id }) => ids.includes(id)).map(({ audience }) => withoutExcluded(audience))
    : []
  const mentioned = [...ids, ...textsIn(body === null ? null : JSON.parse(body)), ...textsIn(audiences)]
  const people = new Set<string>(mentioned.filter(text => isId('usr', text)))
  const sets = [...new Set(mentioned.filter(text => isSet(text)))]
  const sample = seen.filter(({ id }) => people.has(id)).map(({ name }) => clean(name))
  const isEveryone = audiences.some(each => (each as { everyone?: unknown } | undefined)?.everyone === true)
  if (people.size === 0 && sets.length === 0 && !isEveryone) return { people: null, sample: [], least: 0 }
  const sizes = await Promise.all([
    ...sets.slice(0, maxSets).map(id => sizeOf(tools, id, seen, ask)),
    ...(isEveryone ? [countOf('/v1/users?status=active&fields=id&', ask)] : []),
  ])
  const least = sizes.reduce((sum, size) => sum + size.least, people.size)
  const isWhole = sets.length <= maxSets && sizes.every(size => size.isWhole)
  return { people: isWhole ? least : null, sample: sample.slice(0, 10), least }
}

/** Who does not get something is not reached. */
const withoutExcluded = (audience: unknown): unknown =>
  typeof audience === 'object' && audience !== null ? { ...audience, exclude: undefined } : audience

const isSet = (text: string) => isId('grp', text) || isId('tag', text) || isId('seg', text)

async function sizeOf(tools: Catalog, id: string, seen: readonly Seen[], ask: Ask): Promise<Size> {
  if (isId('grp', id)) return countOf(`/v1/groups/${id}/members?`, ask)
  const seenObject =
    seen.find(each => each.id === id) ?? (await look(tools, { path: [id], body: [] }, ask)).seen[0]
  const fields = seenObject?.fields ?? {}
  const count = countFields.map(name => fields[name]).find(each => typeof each === 'number')
  return { least: (count as number | undefined) ?? 0, isWhole: count !== undefined }
}

/** The number of objects of a list; it is not whole beyond what a few pages hold, so that nobody confirms a wrong number. */
async function countOf(list: string, ask: Ask): Promise<Size> {
  let cursor = ''
  let least = 0
  for (let page = 0; page < maxPages; page++) {
    const query = `limit=${pageSize}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { status, body } = await ask({ method: 'GET', path: `${list}${query}` })
    if (status !== 200) break
    least += body.data.length
    if (!body.next_cursor) return { least, isWhole: true }
    cursor = body.next_cursor
  }
  return { least, isWhole: false }
}
