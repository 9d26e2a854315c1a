// Small tables on standard output.

/** Prints a title and rows of cells; the first column is text, the others figures. */
export function printTable(title: string, head: readonly string[], rows: readonly (string | number)[][]) {
  const texts = rows.map(row => row.map(cell => (typeof cell === 'number' ? short(cell) : cell)))
  const widths = head.map((name, column) => Math.max(name.length, ...texts.map(row => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => cell[column ? 'padStart' : 'padEnd'](widths[column]!)).join('  ')
  process.stdout.write(`\n${title}\n  ${[head, ...texts].map(line).join('\n  ')}\n`)
}

const short = (value: number) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(3)
