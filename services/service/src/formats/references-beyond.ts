// References that lead out of an archive. The services take their snapshots within a second of each other, and large tables
// are read on behind theirs: a row may name an object that is younger than what the archive has of its service. Ids begin
// with their time, so that only ids of the last minute before the snapshots, and later ones, are noted.
import { isId, objectOwners } from '@lms/contract'
import { timeOfId } from '@lms/service-host'

/** The kinds of objects that rows of other services name, and their services. */
const owners: ReadonlyMap<string, string> = new Map([
  ...Object.entries(objectOwners).map(([prefix, { service }]) => [prefix, service] as const),
  ['usr', 'users'],
])
const ids = new RegExp(`\\b(?:${[...owners.keys()].join('|')})_[0-7][0-9a-hjkmnp-tv-z]{25}\\b`, 'g')

/** Milliseconds from the id of an object to the commit of its row, at most. */
const commitMs = 60_000
/** Ids that are noted of each kind, and references that the manifest lists. */
const maxNoted = 5000
export const maxListed = 1000

export interface Noted {
  /** Ids from this moment on are noted, in milliseconds. */
  since: number
  /** Objects that the archive has. */
  had: string[]
  /** Objects that rows name, each with the first table that does: `commerce.orders`. */
  named: Record<string, string>
  /** Whether there were more than are noted. */
  more: boolean
}

/** Nothing is noted yet; `times` are those of the snapshots. */
export const nothingNoted = (times: readonly string[]): Noted => ({
  since: Math.min(...times.map(Date.parse)) - commitMs,
  had: [],
  named: {},
  more: false,
})

/** Notes the young objects among the rows of a table, and those that the rows name; `lines` are the rows as the archive has them. */
export function noteReferences(
  noted: Noted,
  table: string,
  { rows, lines }: { rows: readonly Record<string, unknown>[]; lines: string },
): void {
  const isYoung = (id: string) => timeOfId(id).getTime() >= noted.since
  const own = new Set(rows.flatMap(({ id }) => (isOwned(id) && isYoung(id) ? [id] : [])))
  noted.more ||= noted.had.length + own.size > maxNoted
  noted.had.push(...[...own].slice(0, Math.max(0, maxNoted - noted.had.length)))
  let count = Object.keys(noted.named).length
  for (const id of new Set([...lines.matchAll(ids)].map(([id]) => id))) {
    if (own.has(id) || !isYoung(id) || noted.named[id] !== undefined) continue
    if (count === maxNoted) noted.more = true
    if (count++ < maxNoted) noted.named[id] = table
  }
}

const isOwned = (id: unknown): id is string =>
  typeof id === 'string' && owners.has(id.slice(0, 3)) && isId(id.slice(0, 3) as 'usr', id)

/** The named objects that the archive does not have, by the service that knows whether they exist. */
export function lackingBy({ had, named: references }: Noted): ReadonlyMap<string, string[]> {
  const present = new Set(had)
  const lacking = Object.keys(references).filter(id => !present.has(id))
  return Map.groupBy(lacking.sort(), id => owners.get(id.slice(0, 3))!)
}
