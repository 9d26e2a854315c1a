// Whom the agent has seen while it answered or proposed: an erasure finds what it said of them by their ids, whatever it
// called them.
import { isId } from '@lms/contract'

/** More are nobody in particular: what was said then goes with each of them. */
const most = 2000
export const everybody = '*'

/** The ids of people in a text. */
export const peopleIn = (text: string): Set<string> =>
  new Set(text.match(/usr_[0-7][0-9a-hjkmnp-tv-z]{25}/g) ?? [])

/** Adds the people whose ids stand in an answer. */
export function notePeople(value: unknown, people: Set<string>): void {
  if (people.size > most) return
  if (typeof value === 'string') {
    if (isId('usr', value)) people.add(value)
  } else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) notePeople(inner, people)
}

/** The stored form: ids with spaces between them, or `everybody`. */
export const peopleText = (...seen: readonly ReadonlySet<string>[]): string => {
  const all = new Set(seen.flatMap(people => [...people]))
  return all.size > most || all.has(everybody) ? everybody : [...all].sort().join(' ')
}

/** A person by whom texts are searched. */
export interface Searched {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly first_name: string
  readonly last_name: string
}

/** A regular expression of Postgres for their contacts and names as whole words; null for a person without any. */
export function wordsOf({ email, phone, first_name, last_name }: Searched): string | null {
  const words = [email, phone, first_name, last_name].filter(word => word !== null && word.trim() !== '')
  if (words.length === 0) return null
  const literal = words.map(word => word!.trim().replace(/[^\p{L}\p{N}]/gu, character => `\\${character}`))
  return `(^|[^[:alnum:]])(${literal.join('|')})($|[^[:alnum:]])`
}

/** Locks of a school: an erasure excludes the storing of what the agent has said, and waits for it. */
export const forgetting = {
  shared: `select pg_advisory_xact_lock_shared(hashtextextended('words of the agent ' || $1, 0))`,
  exclusive: `select pg_advisory_xact_lock(hashtextextended('words of the agent ' || $1, 0))`,
} as const
