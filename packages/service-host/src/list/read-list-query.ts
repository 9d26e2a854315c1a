// Reads the query of a list. Nothing in it is an error: an unusable part is ignored with a warning. A filter that
// cannot be applied matches nothing, because ignoring it would widen the result.
import { type ListSpec, listBounds } from '@lms/contract'
import type { z } from 'zod'
import type { Cursors } from './cursor.ts'
import { hasField } from './known-fields.ts'
import { readFilters } from './list-filters.ts'
import { emptyQuery, type ListQuery, type Position } from './list-query.ts'
import { listed, matchNothing, offered, show } from './warnings.ts'

const reserved = new Set(['limit', 'cursor', 'sort', 'fields', 'expand', 'q'])

export interface ListContext {
  spec: ListSpec
  /** The schema of an item. */
  item: z.ZodType
  cursors: Cursors
  school: string
  route: string
}

/** Reads `?limit=…&status=paid,canceled&created_at[gte]=…`. */
export function readListQuery(query: string, context: ListContext): ListQuery {
  const { spec, item } = context
  const searchParameters = new URLSearchParams(query)
  const result = emptyQuery()
  const warn = (message: string) => void result.warnings.push(message)
  const once = (name: string) => {
    const values = searchParameters.getAll(name)
    if (values.length > 1) warn(`${name} is sent more than once; the first one is used`)
    return values[0]
  }

  readLimit(once('limit'), result, warn)
  const joined = (name: string) =>
    searchParameters.has(name) ? searchParameters.getAll(name).join(',') : undefined

  readSort(joined('sort'), { spec, feeds: isFiltered(searchParameters, spec.feed) }, result, warn)
  readExpand(joined('expand'), spec, result, warn)
  readFields(joined('fields'), item, spec, result, warn)
  const search = once('q')
  if (search !== undefined && search.trim() !== '') {
    const problem = problemOfSearch(search, spec)
    if (problem === null) result.search = search.trim()
    else matchNothing(result, `${problem}; nothing matches`)
  }
  const parameters = [...new Set(searchParameters.keys())].filter(name => !reserved.has(name))
  readFilters(searchParameters, parameters, context, result)
  readCursor(once('cursor'), context, result)
  if (isFiltered(searchParameters, spec.feed) && !result.nothing)
    result.feedPosition = positionOfFeed(spec.feed!, result)
  const more = result.warnings.splice(listBounds.warnings)
  if (more.length) warn(`${more.length} other parts of this query were ignored`)
  return result
}

function problemOfSearch(search: string, spec: ListSpec): string | null {
  if (!spec.search) return 'this list has no search by q'
  if (search.length > listBounds.search) return `q has more than ${listBounds.search} characters`
  return search.includes('\u0000') ? 'q has a NUL character' : null
}

function readLimit(value: string | undefined, result: ListQuery, warn: (message: string) => void) {
  if (value === undefined) return
  if (!/^-?\d+$/.test(value)) return warn(`limit is not an integer; ${listBounds.usualItems} is used`)
  const limit = Number(value)
  result.limit = Math.min(listBounds.items, Math.max(1, limit))
  if (result.limit !== limit) warn(`limit is 1 to ${listBounds.items}; ${result.limit} is used`)
}

function readSort(
  value: string | undefined,
  { spec, feeds }: { spec: ListSpec; feeds: boolean },
  result: ListQuery,
  warn: (message: string) => void,
) {
  const fallback =
    (feeds ? spec.feed : spec.defaultSort) ??
    (spec.sorts.includes('created_at') ? '-created_at' : (spec.sorts[0] ?? ''))
  const take = (text: string) => {
    const parts = text.split(',')
    const more = parts.splice(listBounds.sorts)
    if (more.length) warn(`sort takes ${listBounds.sorts} fields; ${listed(more)} is ignored`)
    for (const part of parts) {
      const descending = part.startsWith('-')
      const name = descending ? part.slice(1) : part
      if (!spec.sorts.includes(name))
        warn(`sort does not take ${show(name)}; it takes ${offered(spec.sorts)}; it is ignored`)
      else if (result.sort.some(key => key.name === name))
        warn(`sort names ${show(name)} twice; the first one is used`)
      else result.sort.push({ name, descending })
    }
  }
  if (value) take(value)
  if (result.sort.length === 0 && fallback) take(fallback)
}

const isFiltered = (searchParameters: URLSearchParams, name: string | undefined) =>
  name !== undefined && [...searchParameters.keys()].some(key => key === name || key.startsWith(`${name}[`))

/** The position of a feed: its cursor, else the bound of its filter. Null in another order. */
function positionOfFeed(name: string, { sort, after, filters }: ListQuery): Position | null {
  if (sort.length !== 1 || sort[0]!.name !== name || sort[0]!.descending) return null
  if (after) return after
  const bounds = filters
    .filter(filter => filter.name === name && filter.operator.startsWith('>'))
    .map(({ operator, values }) => (operator === '>' ? 0 : -1) + Number(values[0]))
  const position = Math.max(0, ...bounds)
  // The tilde sorts after every id.
  return Number.isSafeInteger(position) ? [String(position), '~'] : null
}

function readFields(
  value: string | undefined,
  item: z.ZodType,
  { expands = {} }: ListSpec,
  result: ListQuery,
  warn: (message: string) => void,
) {
  if (!value) return
  const requestedFields = value.split(',')
  const more = requestedFields.splice(listBounds.fields)
  if (more.length)
    warn(`fields takes ${listBounds.fields} names; ${more.length} are ignored: ${listed(more)}`)
  const expanded = Object.fromEntries(result.expand.map(name => [name, expands[name]!]))
  const names = requestedFields.filter(name => {
    // Counted before it is followed, name by name.
    if (name.split('.', listBounds.levels + 1).length > listBounds.levels) {
      warn(`fields goes ${listBounds.levels} names deep; ${show(name)} is ignored`)
      return false
    }
    if (hasField(item, name, expanded)) return true
    const needed = Object.keys(expands).find(
      relation => !Object.hasOwn(expanded, relation) && `${name}.`.startsWith(`${relation}.`),
    )
    warn(`fields ${needed ? `needs expand=${needed} for` : 'does not take'} ${show(name)}; it is ignored`)
    return false
  })
  if (names.length) result.fields = [...new Set(['id', ...names])]
}

function readExpand(
  value: string | undefined,
  spec: ListSpec,
  result: ListQuery,
  warn: (message: string) => void,
) {
  const requestedNames = value ? value.split(',') : []
  const more = requestedNames.splice(listBounds.expands)
  if (more.length)
    warn(`expand takes ${listBounds.expands} names; ${more.length} are ignored: ${listed(more)}`)
  for (const name of requestedNames) {
    if (!Object.hasOwn(spec.expands ?? {}, name))
      warn(
        `expand does not take ${show(name)}; it takes ${offered(Object.keys(spec.expands ?? {}))}; it is ignored`,
      )
    else if (!result.expand.includes(name)) result.expand.push(name)
  }
}

function readCursor(value: string | undefined, { cursors, school, route }: ListContext, result: ListQuery) {
  if (value === undefined) return
  result.after = cursors.open(value, school, route, result.sort)
  if (!result.after)
    matchNothing(
      result,
      'cursor cannot be used: it is unreadable, or from another list or another sort; the list ends',
    )
}
