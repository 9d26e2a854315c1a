// Lists over all schools, in parts: the platform team asks for the next one by the key of the last row.

/** The first `most` of rows that were read with one more, and the key of their last one where others follow. */
export function firstPart<R, K>(
  rows: readonly R[],
  most: number,
  keyOf: (row: R) => K,
): { part: R[]; next: K | null } {
  const part = rows.slice(0, most)
  return { part, next: rows.length > most ? keyOf(part.at(-1)!) : null }
}
