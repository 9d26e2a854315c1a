// The types of a list's query: filters by their kind, the sorts, and the relations, which change the type of an item.
import type { Filter, ListSpec } from '@lms/contract'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Json } from '../openapi/json.ts'
import { commentOf, keyOf, quoted, type Seen, typeOf } from './types.ts'

export interface ListNames {
  /** The singular of the resource: `Order`. */
  readonly noun: string
  /** The schema of an item without relations. */
  readonly item: string
}

const typeOfFilter = (filter: Filter): string => {
  switch (filter.kind) {
    case 'time':
      return filter.end ? 'string' : 'TimeFilter'
    case 'integer':
      return 'NumberFilter'
    case 'boolean':
      return 'OneOrMany<boolean>'
    case 'state':
      return `OneOrMany<${filter.values.map(quoted).join(' | ')}>`
    default:
      return 'OneOrMany<string>'
  }
}

/** The declarations of a list: its sorts, relations, items and query. */
export function listDeclarations(
  { noun, item }: ListNames,
  list: ListSpec,
  { page, document, seen }: { page: Json; document: OpenApiDocument; seen: Seen },
): string {
  const expands = Object.keys(list.expands ?? {})
  const sorts = list.sorts.flatMap(name => [quoted(name), quoted(`-${name}`)])
  const filters = Object.entries(list.filters).map(([name, filter]) => {
    const key = name.endsWith('.*') ? `[name: \`${name.slice(0, -1)}\${string}\`]` : `${keyOf(name)}?`
    return `  ${key}: ${typeOfFilter(filter)}${key.startsWith('[') ? ' | undefined' : ''}\n`
  })
  seen(item)
  return [
    sorts.length ? `export type ${noun}Sort = ${sorts.join(' | ')}\n` : '',
    expands.length ? expandedType({ noun, item }, expands, { page, document, seen }) : '',
    `${commentOf(`The query of the list of ${noun}.`)}export interface ${noun}ListQuery${expands.length ? `<E extends ${noun}Expand = ${noun}Expand>` : ''} extends PageQuery {\n`,
    sorts.length
      ? `  /** Order of the items; a minus means descending. */\n  sort?: OneOrMany<${noun}Sort>\n`
      : '',
    expands.length
      ? `  /** Relations to include, as far as the key may read them. */\n  expand?: OneOrMany<E>\n`
      : '',
    list.search ? `  /** Words to search for. */\n  q?: string\n` : '',
    ...filters,
    '}\n',
  ].join('')
}

/** The item with the relations that were asked for. */
function expandedType(
  { noun, item }: ListNames,
  expands: readonly string[],
  { page, document, seen }: { page: Json; document: OpenApiDocument; seen: Seen },
): string {
  const { properties } = page as { properties: { data: { items: { $ref: string } } } }
  const full = document.components.schemas![properties.data.items.$ref.split('/').at(-1)!]!
  const relation = (path: string): string => {
    const [name, inner] = path.split('.') as [string, string?]
    const field = (full.properties as Record<string, Json>)[name]!
    if (inner === undefined) return typeOf(field, seen)
    const within = ((field.items as Json).properties as Record<string, Json>)[inner]!
    return `(${item}['${name}'][number] & { ${inner}: ${typeOf(within, seen)} })[]`
  }
  const parts = expands.map(path => {
    const [name] = path.split('.') as [string]
    return `(${quoted(path)} extends E ? { ${name}: ${relation(path)} } : unknown)`
  })
  const nested = expands.filter(path => path.includes('.'))
  const base = nested.reduce(
    (type, path) => `(${quoted(path)} extends E ? Omit<${type}, ${quoted(path.split('.')[0])}> : ${type})`,
    item,
  )
  return `export type ${noun}Expand = ${expands.map(quoted).join(' | ')}
/** An item of the list with the relations of \`expand\`. */
export type ${noun}With<E extends ${noun}Expand = never> = ${[base, ...parts].join(' &\n  ')}\n`
}
