// Personal data in a stored JSON value. One rule serves all stores: fields that the schema declares personal, fields
// with these names, and what the caller knows to be personal in other texts.
import { z } from 'zod'

const mark = 'x-personal'

/** Declares a field with data about a person: an anonymization of the person blanks it wherever it is stored. */
export const personal = <S extends z.ZodType>(schema: S): S => schema.meta({ [mark]: true }) as S

/** The paths of personal data in objects of a schema: `comment`, `items.*.note`. */
export function personalPaths(schema: z.ZodType, path: readonly string[] = []): string[] {
  if (schema.meta()?.[mark]) return [path.join('.')]
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return personalPaths(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodArray) return personalPaths(schema.element as z.ZodType, [...path, '*'])
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    personalPaths(field as z.ZodType, [...path, name]),
  )
}

const personalFields = new Set([
  'email',
  'phone',
  'first_name',
  'last_name',
  'full_name',
  'custom_fields',
  'comment',
  'address',
  'agent',
  'display_name',
  'subject',
])
/** Whether fields of this name are about a person wherever they are. */
export const isPersonalField = (name: string): boolean => personalFields.has(name)

const nullable = new Set(['email', 'phone', 'address', 'agent'])
/** Free texts in objects with a `user_id`: personal if the object belongs to the person. */
const freeTexts = new Set(['name', 'source', 'withdrawal_source', 'note', 'description'])

export interface Personal {
  /** A text without what is known of the person, in a form that its field can have. */
  without?: (text: string) => string
  /** The person. In objects with this `user_id`, free texts are personal too. */
  userId?: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value without personal data: fields keep their names and types. */
export function withoutPersonal(value: unknown, personal: Personal): unknown {
  if (typeof value === 'string') return personal.without?.(value) ?? value
  if (Array.isArray(value)) return value.map(item => withoutPersonal(item, personal))
  if (!isRecord(value)) return value
  const own = personal.userId !== undefined && value.user_id === personal.userId
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      personalFields.has(name) || (own && freeTexts.has(name))
        ? blank(name, inner)
        : withoutPersonal(inner, personal),
    ]),
  )
}

/** The stored envelope of an event without personal data in its `data`; `declared` are the paths of its object. */
export function envelopeWithoutPersonal(
  payload: string,
  { declared, ...by }: Personal & { declared: readonly string[] },
): string {
  const { data, related, ...head } = JSON.parse(payload)
  const cut = (object: unknown) =>
    declared.reduce((remaining, path) => without(remaining, path.split('.')), object)
  const objects = Object.entries(data ?? {}).map(([name, object]) => [name, withoutPersonal(cut(object), by)])
  return JSON.stringify({ ...head, data: Object.fromEntries(objects), related })
}

function without(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === '*' && Array.isArray(value))
    return value.map(item => (rest.length ? without(item, rest) : blank('', item)))
  if (name === undefined || !isRecord(value) || !Object.hasOwn(value, name)) return value
  return { ...value, [name]: rest.length ? without(value[name], rest) : blank(name, value[name]) }
}

function blank(name: string, value: unknown): unknown {
  if (value === null || nullable.has(name)) return null
  if (typeof value === 'string') return ''
  return Array.isArray(value) ? [] : isRecord(value) ? {} : null
}
