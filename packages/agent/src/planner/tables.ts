// Objects as plain text.
import { filterOf } from '@lms/contract'
import type { z } from 'zod'
import type { Tool } from '../catalog.ts'
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

/** The fields of an object that a table shows. */
export function columnsOf({ operation: { returns } }: Tool): string[] {
  const shape = (returns as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}
  const columns = preferred.filter(name => name in shape)
  const plain = columns.filter(name => name === 'id' || filterOf(shape[name]!) || name !== 'id')
  return plain.slice(0, 7)
}
const preferred = [
  'id',
  'number',
  'first_name',
  'last_name',
  'email',
  'phone',
  'name',
  'title',
  'code',
  'path',
  'url',
  'status',
  'amount',
  'currency',
  'role',
  'user_id',
  'starts_at',
  'created_at',
]
