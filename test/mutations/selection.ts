// Which mutants are made, and how one of them is named from run to run.

export interface Position {
  line: number
  column: number
}
export interface Span {
  start: Position
  end: Position
}

/** What `npm run mutations` says: a share of all mutants by a seed, or those of them that an earlier run left. */
export interface Selection {
  share: number
  seed: string
  /** By their {@link nameOf}. */
  only: readonly string[] | null
}
/** Where Stryker's process finds it, from the root of the copy. */
export const selectionFile = 'mutations.selection.json'

/** Names a mutant: columns count from one, `number` those of one mutator at one place. */
export const nameOf = (file: string, { start, end }: Span, mutator: string, number: number) =>
  `${file}:${start.line}:${start.column}-${end.line}:${end.column} ${mutator} ${number}`
