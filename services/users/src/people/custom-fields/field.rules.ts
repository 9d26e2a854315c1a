// Pure decisions about custom fields and their values: no clock, database or request.
import { createHash } from 'node:crypto'
import { maxFieldBytes, type RefusalDetail, Refused } from '@lms/contract'
import { type CustomField, type FieldType, refusals } from './field.contract.ts'

/** The value of a person; null removes it. */
export type FieldValue = string | number | boolean | null | string[]
export type FieldValues = Readonly<Record<string, FieldValue>>

/** Whether values of the type are chosen from options. */
export const chooses = (type: FieldType) => type === 'choice' || type === 'multi_choice'

/** Refuses options that do not match the type. */
export function checkOptions(type: FieldType, options: readonly string[]): void {
  const fits = chooses(type) ? options.length > 0 : options.length === 0
  if (!fits || new Set(options).size !== options.length) throw new Refused(refusals.custom_field_options)
}

/** The given values that differ from the person's. */
export const newValues = (input: FieldValues, present: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(present[name] ?? null),
    ),
  )

/** The values that are not null. */
export const valuesIn = <V extends FieldValues>(values: V): V =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as V

/** The resulting values of one person; refuses more bytes than the maximum. */
export function fitting<V extends FieldValues>(values: V): V {
  const storedValues = valuesIn(values)
  if (Buffer.byteLength(JSON.stringify(storedValues)) > maxFieldBytes)
    throw new Refused(refusals.custom_fields_too_large)
  return storedValues
}

/** Refuses values for unknown fields, or not of the type of their field; null is always valid. */
export function checkValues(values: FieldValues, fields: readonly CustomField[]): void {
  const fieldsByName = new Map(fields.map(field => [field.name, field]))
  const details = Object.entries(values).flatMap(([name, value]): RefusalDetail[] => {
    const fault = faultOf(value, fieldsByName.get(name))
    return fault ? [{ path: `body.custom_fields.${name}`, message: fault }] : []
  })
  if (details.length) throw new Refused(refusals.custom_field_refused, undefined, { details })
}

function faultOf(value: FieldValue, field: CustomField | undefined): string | null {
  if (!field) return 'this school has no such custom field; define it at /v1/custom-fields'
  if (value === null) return null
  if (field.status === 'archived') return 'this custom field is archived and takes no new values'
  return wrongTypes[field.type](value, field.options)
}

const wrongTypes: Record<FieldType, (value: FieldValue, options: readonly string[]) => string | null> = {
  text: value => (typeof value === 'string' ? null : 'must be a string'),
  number: value => (typeof value === 'number' ? null : 'must be a number'),
  boolean: value => (typeof value === 'boolean' ? null : 'must be true or false'),
  date: value => (typeof value === 'string' && isDay(value) ? null : 'must be a date: 2026-11-21'),
  choice: (value, options) =>
    typeof value === 'string' && options.includes(value) ? null : `must be one of: ${some(options)}`,
  multi_choice: (value, options) =>
    Array.isArray(value) && value.every(one => options.includes(one)) && new Set(value).size === value.length
      ? null
      : `must be a list of: ${some(options)}`,
}

const maxNamed = 10
const some = (options: readonly string[]) =>
  [...options.slice(0, maxNamed), ...(options.length > maxNamed ? ['…'] : [])].join(', ')

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

const longestKey = 200

/** The key of an empty list: no filter matches it, because no option is empty, but the field is used. */
const emptyList = ''

/** The keys of a value in the filter table, each short enough for an index. A list has one for each item. */
export function valueKeys(value: FieldValue): string[] {
  if (value === null) return []
  if (Array.isArray(value) && value.length === 0) return [emptyList]
  return (Array.isArray(value) ? value : [String(value)]).map(shortened)
}

/** The key of a value in a query; null if the type has no such value. */
export function queriedKey(type: FieldType, text: string): string | null {
  if (type === 'number')
    return text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : null
  if (type === 'boolean') return text === 'true' || text === 'false' ? text : null
  if (type === 'date') return isDay(text) ? text : null
  return text.includes('\u0000') || !text.isWellFormed() ? null : shortened(text)
}

// In bytes, because an index row has a maximum of bytes.
const shortened = (text: string) =>
  Buffer.byteLength(text) <= longestKey ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`
