// A change answers with the changed object, and a create with one that may have been there already, or that shows what the
// service knows besides. So that neither becomes a way to read, a caller without permission to read gets only the id, the
// version, the sent fields, and what was made for the caller.
import { type Caller, classes, hasPermission, type Operation, type Permission } from '@lms/contract'

type Answer = Record<string, unknown>

const always = ['id', 'version', 'updated_at', 'api_key', 'secret']

/**
 * Whether the answer would show the caller objects that it may not read. What publishable keys create is answered as a
 * stranger may see it.
 */
export function showsUnread({ class: name, permission }: Operation, { kind, rights }: Caller): boolean {
  if (!classes[name].changes || !permission?.endsWith(':write')) return false
  if (name === 'C' && kind === 'publishable') return false
  return !hasPermission(rights, permission.replace(/write$/, 'read') as Permission)
}

/**
 * The answer for a caller who may change and not read: reports stay whole, but the objects in them are cut. If the body
 * changes parts of an object or list, only the parts that it names are shown. `hands` are fields made for the caller.
 */
export function withoutUnread(answer: Answer, body: unknown, { hands }: Pick<Operation, 'hands'>): Answer {
  const sent = isRecord(body) ? body : {}
  const bodyTexts = new Set(textsIn(body))
  const isNamed = ({ id, name }: Answer) => [id, name].some(value => bodyTexts.has(textOf(value)))
  const cut = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter(item => !isPart(item) || isNamed(item)).map(cut)
    if (!isRecord(value)) return value
    const isObject = 'id' in value && 'version' in value
    const fields = Object.entries(value).filter(
      ([name]) => !isObject || always.includes(name) || hands.includes(name) || Object.hasOwn(sent, name),
    )
    return Object.fromEntries(
      fields.map(([name, field]) => [name, cut(isObject ? asSent(field, sent[name]) : field)]),
    )
  }
  return cut(answer) as Answer
}

/** The names of the fields that were sent, without their values. Of a body of very many, none. */
export function namesSent(body: unknown): unknown {
  const names = namesIn(body) ?? {}
  return JSON.stringify(names).length > maxNames ? {} : names
}
const maxNames = 16_384
const namesIn = (value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, namesIn(field)]))
    : null

const isRecord = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Part of an object without an identity of its own, such as a tag of a person. */
const isPart = (item: unknown): item is Answer => isRecord(item) && 'id' in item && !('version' in item)

/** For a field that is an object, such as custom fields: only the sent names. */
const asSent = (field: unknown, sent: unknown): unknown =>
  isRecord(field) && isRecord(sent)
    ? Object.fromEntries(
        Object.entries(field)
          .filter(([name]) => Object.hasOwn(sent, name))
          .map(([name, value]) => [name, asSent(value, sent[name])]),
      )
    : field

const textOf = (value: unknown) => String(value).toLowerCase()
const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [textOf(value)]
