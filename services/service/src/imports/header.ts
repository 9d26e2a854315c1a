// The header of a file and the sample behind it.

/** Rows whose values help to guess. */
export const sampleRows = 50

/** Names of columns as they are kept. */
export const columnsOf = (cells: readonly string[]): string[] =>
  cells.map(column => column.trim().slice(0, 200))
