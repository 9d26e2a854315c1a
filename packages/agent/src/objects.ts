// Objects that a proposed call is about: what they are called, and what has changed since.
import type { Catalog, ToolMatch } from './catalog.ts'
import type { Ask } from './transport.ts'

export interface Seen {
  readonly id: string
  readonly name: string
  /** Null for an object without versions, and for one that the body alone names. */
  readonly version: number | null
  /** Its fields that are no lists or objects. */
  readonly fields: Readonly<Record<string, unknown>>
  /** To whom a mailing or a campaign goes; absent for other objects. */
  readonly audience?: unknown
}

const maxOfBody = 15
const maxField = 300

/** The ids in a call: the last one of its path first, then those of its body. */
export function idsOf(
  catalog: Catalog,
  { params }: ToolMatch,
  body: unknown,
): { path: string[]; body: string[] } {
  const isKnown = (id: string) => catalog.readerOf(id) !== null
  const path = Object.values(params).reverse().filter(isKnown)
  const inBody = [...new Set(textsIn(body))].filter(id => isKnown(id) && !path.includes(id))
  return { path, body: inBody }
}

/** All texts in a value, in their order. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Reads the objects; `missing` are those that do not exist for who asks. */
export async function look(
  catalog: Catalog,
  ids: { path: readonly string[]; body: readonly string[] },
  ask: Ask,
): Promise<{ seen: Seen[]; missing: string[] }> {
  const requestedIds = [...ids.path, ...ids.body.slice(0, maxOfBody)]
  const lookups = await Promise.all(
    requestedIds.map(async id => {
      const { operation } = catalog.readerOf(id)!
      const { status, body } = await ask({ method: 'GET', path: operation.path.replace('{id}', id) })
      // What who asks may not read is not shown; whether it exists then turns out with the call.
      if (status === 403) return { id, object: {} as Record<string, unknown> }
      if (status === 404) return { id, object: null }
      if (status >= 400 || typeof body !== 'object' || body === null)
        throw new Error(`Reading ${operation.path} was answered with ${status}.`)
      return { id, object: body as Record<string, unknown> }
    }),
  )
  return {
    seen: lookups.flatMap(({ id, object }) =>
      object
        ? {
            id,
            name: nameOf(object, id),
            version: versionOf(object),
            fields: plain(object),
            audience: object.audience,
          }
        : [],
    ),
    missing: lookups.flatMap(({ id, object }) => (object ? [] : [id])),
  }
}

const versionOf = ({ version }: Record<string, unknown>) => (typeof version === 'number' ? version : null)

/** What people call an object. */
export function nameOf(object: Record<string, unknown>, id: string): string {
  const { name, title, number, email, first_name, last_name } = object
  const full = [first_name, last_name].filter(part => typeof part === 'string' && part !== '').join(' ')
  const label = [name, title, full, number, email].find(
    each => (typeof each === 'string' && each.trim() !== '') || typeof each === 'number',
  )
  return String(label ?? id).slice(0, 200)
}

function plain(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name, value]) => !volatile.has(name) && (value === null || typeof value !== 'object'))
      .map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, maxField) : value]),
  )
}
const volatile = new Set(['updated_at', 'version', 'id'])

/** What is another than it was, for people: a line for each field. Empty if nothing has changed. */
export function differences(
  before: readonly Seen[],
  after: readonly Seen[],
): { path: string; message: string }[] {
  const now = new Map(after.map(each => [each.id, each]))
  return before.flatMap(old => {
    const present = now.get(old.id)
    if (!present) return [{ path: old.id, message: 'does not exist any more' }]
    if (old.version === present.version) return []
    const changed = Object.keys({ ...old.fields, ...present.fields })
      .filter(name => old.fields[name] !== present.fields[name])
      .map(name => ({
        path: `${old.id}.${name}`,
        message: `was ${JSON.stringify(old.fields[name] ?? null)}, is ${JSON.stringify(present.fields[name] ?? null)}`,
      }))
    return changed.length ? changed : [{ path: old.id, message: 'has another version' }]
  })
}
