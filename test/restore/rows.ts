// The rows that the entries of an archive have.
import type { Entries } from './altered.ts'

export const linesOf = (bytes: Buffer | undefined): string[] =>
  (bytes?.toString() ?? '').split('\n').filter(Boolean)

/** The rows of a table, as `service/table`. */
export const rowsOf = (entries: Entries, table: string) =>
  [...entries].flatMap(([name, bytes]) =>
    name.startsWith(`rows/${table}/`) ? linesOf(bytes).map(line => JSON.parse(line)) : [],
  )

/** The name of the last entry of the journal. */
export const journalOf = (entries: Entries): string =>
  [...entries.keys()].filter(name => name.startsWith('journal/')).at(-1)!

/** The `sequence` of its last event. */
export const lastOf = (entries: Entries): number =>
  Math.max(...linesOf(entries.get(journalOf(entries))).map(line => JSON.parse(line).sequence))
