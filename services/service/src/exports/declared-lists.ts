// The lists of all services, by their paths. The file is generated from their contracts.
import { readFileSync } from 'node:fs'
import type { Permission } from '@lms/contract'
import type { Column, ColumnKind } from '../formats/cell.ts'

export interface DeclaredList {
  readonly service: string
  readonly permission: Permission | null
  readonly sorts: readonly string[]
  readonly columns: Readonly<Record<string, ColumnKind>>
  /** The permissions of its relations. */
  readonly expands: Readonly<Record<string, Permission | null>>
}

const lists: Readonly<Record<string, DeclaredList>> = JSON.parse(
  readFileSync(new URL('./declared-lists.json', import.meta.url), 'utf8'),
)
const templates = Object.entries(lists).map(([path, list]) => ({ parts: path.split('/'), list }))

/** The list of a path with its ids filled in; null if there is none. */
export function listAt(path: string): DeclaredList | null {
  const segments = path.split('/')
  const matching = templates.filter(
    ({ parts }) =>
      parts.length === segments.length &&
      parts.every((part, index) =>
        part.startsWith('{') ? isId(segments[index]!) : part === segments[index],
      ),
  )
  const plain = matching.find(({ parts }) => !parts.some(part => part.startsWith('{')))
  return (plain ?? matching[0])?.list ?? null
}
const isId = (part: string) => /^[a-z]{3}_[0-9a-z]{26}$/.test(part)

/** What one needs to read what an export of the list has: the permissions of the list and of the relations in it. */
export const permissionsOf = ({ permission, expands }: DeclaredList, expand: readonly string[]) =>
  [permission, ...expand.map(name => expands[name] ?? null)].filter(each => each !== null)

interface Chosen {
  readonly fields: readonly string[] | null
  readonly expand: readonly string[]
}

/** The names of an order that the list does not have, by their place. */
export function unknownNames(
  { columns, expands }: DeclaredList,
  { fields, expand }: Chosen,
): { path: string; message: string }[] {
  const isKnown = (field: string) =>
    Object.hasOwn(columns, field) ||
    Object.keys(columns).some(name => name.startsWith(`${field}.`)) ||
    Object.keys(columns).some(name => columns[name] === 'json' && field.startsWith(`${name}.`)) ||
    expand.some(relation => field === relation || field.startsWith(`${relation}.`))
  const wrong = (property: string, names: readonly string[], fits: (name: string) => boolean) =>
    names.flatMap((name, index) =>
      fits(name) ? [] : [{ path: `body.${property}.${index}`, message: `the list does not have ${name}` }],
    )
  return [
    ...wrong('fields', fields ?? [], isKnown),
    ...wrong('expand', expand, relation => Object.hasOwn(expands, relation)),
  ]
}

/** The columns of a table of its objects. */
export function columnsOf({ columns }: DeclaredList, { fields, expand }: Chosen): Column[] {
  const all = Object.entries(columns).map(([name, kind]) => ({ name, kind }))
  if (!fields) return [...all, ...expand.map(name => ({ name, kind: 'json' as const }))]
  return fields.flatMap(field => {
    const inside = all.filter(({ name }) => name === field || name.startsWith(`${field}.`))
    return inside.length ? inside : [{ name: field, kind: 'text' as const }]
  })
}
