// A change answers with the object as it is then. So that a change is no way to read, a caller without the right to read
// is shown of each object its id and version, what they sent, and secrets made for them.
import { type Caller, classes, holds, type Operation, type Permission } from '@lms/contract'

type Answer = Record<string, unknown>

const always = ['id', 'version', 'updated_at', 'api_key', 'secret']

/** Whether the answer would tell the caller what they may not read. A new object holds what its maker sent. */
export function tellsUnread({ class: name, permission }: Operation, { rights }: Caller): boolean {
  if (!classes[name].changes || name === 'C' || !permission?.endsWith(':write')) return false
  return !holds(rights, permission.replace(/write$/, 'read') as Permission)
}

/** The answer for a caller who may change and not read: reports stay whole, the objects in it are cut. */
export function withoutUnread(answer: Answer, body: unknown): Answer {
  const shown = new Set([...always, ...Object.keys((body as object | undefined) ?? {})])
  const cut = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cut)
    if (typeof value !== 'object' || value === null) return value
    const isObject = 'id' in value && 'version' in value
    const fields = Object.entries(value).filter(([name]) => !isObject || shown.has(name))
    return Object.fromEntries(fields.map(([name, field]) => [name, cut(field)]))
  }
  return cut(answer) as Answer
}
