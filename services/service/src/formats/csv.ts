// Comma-separated values (RFC 4180), safe to open in a spreadsheet.
import { type Cell, isMoment } from './cell.ts'
import type { LocalTime } from './local-time.ts'

/** The line of these cells, with its end. */
export const csvLine = (cells: readonly Cell[], time: LocalTime): string =>
  `${cells.map(cell => field(cell, time)).join(',')}\r\n`

function field(cell: Cell, time: LocalTime): string {
  if (cell === null) return ''
  if (isMoment(cell)) return time.text(cell.at)
  if (typeof cell !== 'string') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A spreadsheet runs a text that begins like this as a formula, which can send the sheet elsewhere (OWASP, "CSV
 * Injection"). An apostrophe makes it text again.
 */
const formula = /^[=+\-@\t\r＝＋－＠]/

/** The text as it was before such an apostrophe: our exports come back, and those of others who write them so. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text

export const byteOrderMark = '\ufeff'
