// The values of a filter, as they are written and compared.
import { emailKey, type Filter, isCalendarDay, isId, phonePattern, readTime } from '@lms/contract'
import type { z } from 'zod'

/** Operators in brackets after a name: `created_at[gte]`. */
export type Bound = 'gt' | 'gte' | 'lt' | 'lte'

export const takesBounds = (filter: Filter): boolean =>
  filter.kind === 'integer' || (filter.kind === 'time' && !filter.end)

/** The values of a text, each once, in the form in which they are compared: that of the bodies of `field`. */
export const valuesOf = (texts: readonly string[], filter: Filter, field?: z.ZodType): string[] =>
  writtenOnce(sentValues(texts), filter, field)

/** The values as they were sent, each once. */
export const sentValues = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(valuesIn))]

/** The same in the form in which they are compared. */
export const writtenOnce = (values: readonly string[], filter: Filter, field?: z.ZodType): string[] => [
  ...new Set(values.map(value => written(value, filter, field))),
]

/** The values between commas. A value with a comma is in quotes, where `""` is a quote (as in RFC 4180). */
function valuesIn(text: string): string[] {
  if (!text.includes('"')) return text.split(',')
  const values: string[] = []
  const value = /"((?:[^"]|"")*)"(?=,|$)|[^,]*/y
  for (let at = 0; at <= text.length; at = value.lastIndex + 1) {
    value.lastIndex = at
    const [fullMatch, quoted] = value.exec(text)!
    values.push(quoted === undefined ? fullMatch : quoted.replaceAll('""', '"'))
  }
  return values
}

/** A value in the form in which it is compared. An unescaped `+` has become a space. */
function written(value: string, { kind }: Filter, field?: z.ZodType): string {
  if (kind === 'time') return value.replace(/ (?=\d\d:?\d\d$)/, '+')
  if (kind === 'phone') return value.replace(/^ /, '+')
  if (kind === 'email') return emailKey(value)
  const read = kind === 'text' ? field?.safeParse(value) : undefined
  return read?.success && typeof read.data === 'string' ? read.data : value
}

/** Whether an object can have the value at all. */
export function canBe(filter: Filter, value: string): boolean {
  switch (filter.kind) {
    case 'state':
      return filter.values.includes(value)
    case 'id':
      return isId(filter.prefix, value)
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'integer':
      return /^-?\d{1,16}$/.test(value)
    case 'time':
      return readTime(value) !== null || (filter.end !== undefined && isCalendarDay(value))
    case 'phone':
      return phonePattern.test(value)
    default:
      return !value.includes('\u0000')
  }
}
