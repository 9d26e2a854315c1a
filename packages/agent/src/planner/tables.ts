// Objects as plain text.
import { clean } from '../text.ts'

const maxFields = 40

/** One object: a line for each field that has a plain value. */
export function showObject(object: Record<string, unknown>): string {
  return Object.entries(object)
    .filter(([, value]) => value !== null && value !== '' && typeof value !== 'object')
    .slice(0, maxFields)
    .map(([name, value]) => `${name}: ${clean(String(value))}`)
    .join('\n')
}

/** Objects as a table: a line for each, tabs between the cells. */
export function showTable(items: readonly Record<string, unknown>[], columns: readonly string[]): string {
  const rows = items.map(item => columns.map(name => cell(item[name])).join('\t'))
  return [columns.join('\t'), ...rows].join('\n')
}

const cell = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : clean(typeof value === 'object' ? JSON.stringify(value) : String(value), 80)
