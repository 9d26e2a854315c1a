// Reads the query of a list. Nothing in it is an error: what cannot be used is left out with a warning, and a
// filter that cannot be applied matches nothing, because dropping it would widen the result.
import { type Filter, isId, type ListSpec } from '@lms/contract'
import type { Cursors, Position } from './cursor.ts'

export interface FilterClause {
  name: string
  operator: '=' | 'in' | '>' | '>=' | '<' | '<='
  values: string[]
}
export interface SortKey {
  name: string
  descending: boolean
}
export interface ListQuery {
  limit: number
  sort: SortKey[]
  filters: FilterClause[]
  search: string | null
  /** Continue after this position. */
  after: Position | null
  fields: string[] | null
  expand: string[]
  warnings: string[]
  /** Set where the list is known to be empty: an unusable cursor or filter. */
  nothing: boolean
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
const mostValues = 200
const reserved = new Set(['limit', 'cursor', 'sort', 'fields', 'expand', 'q'])

export interface ListContext {
  spec: ListSpec
  /** Every field an item can have. */
  itemFields: readonly string[]
  cursors: Cursors
  school: string
  route: string
}

/** Reads `?limit=…&status=paid,canceled&created_at[gte]=…`. */
export function readListQuery(query: string, context: ListContext): ListQuery {
  const { spec, itemFields } = context
  const given = new URLSearchParams(query)
  const result: ListQuery = {
    limit: 50,
    sort: [],
    filters: [],
    search: null,
    after: null,
    fields: null,
    expand: [],
    warnings: [],
    nothing: false,
  }
  const warn = (message: string) => void result.warnings.push(message)
  const once = (name: string) => {
    const values = given.getAll(name)
    if (values.length > 1) warn(`${name} is given more than once; the first is used`)
    return values[0]
  }

  readLimit(once('limit'), result, warn)
  readSort(once('sort'), spec, result, warn)
  readFields(once('fields'), itemFields, spec, result, warn)
  readExpand(once('expand'), spec, result, warn)
  const search = once('q')
  if (search !== undefined && search.trim() !== '') {
    if (spec.search && search.length <= 200 && !search.includes('\u0000')) result.search = search.trim()
    else matchNothing(result, `q cannot be searched for here; nothing matches`)
  }
  for (const name of new Set(given.keys()))
    if (!reserved.has(name)) readFilterParameter(name, given.getAll(name), spec, result)
  readCursor(once('cursor'), context, result)
  return result
}

function readLimit(value: string | undefined, result: ListQuery, warn: (message: string) => void) {
  if (value === undefined) return
  const limit = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (Number.isNaN(limit)) return warn('limit is not an integer; 50 is used')
  result.limit = Math.min(1000, Math.max(1, limit))
  if (result.limit !== limit) warn(`limit is 1 to 1000; ${result.limit} is used`)
}

function readSort(
  value: string | undefined,
  spec: ListSpec,
  result: ListQuery,
  warn: (message: string) => void,
) {
  const fallback =
    spec.defaultSort ?? (spec.sorts.includes('created_at') ? '-created_at' : (spec.sorts[0] ?? ''))
  const take = (text: string) => {
    for (const part of text.split(',').slice(0, 5)) {
      const descending = part.startsWith('-')
      const name = descending ? part.slice(1) : part
      if (!spec.sorts.includes(name)) warn(`sort does not take ${show(name)}; it is left out`)
      else if (!result.sort.some(key => key.name === name)) result.sort.push({ name, descending })
    }
  }
  if (value) take(value)
  if (result.sort.length === 0 && fallback) take(fallback)
}

function readFields(
  value: string | undefined,
  itemFields: readonly string[],
  spec: ListSpec,
  result: ListQuery,
  warn: (message: string) => void,
) {
  if (!value) return
  const roots = new Set([...itemFields, ...Object.keys(spec.expands ?? {}).map(name => name.split('.')[0]!)])
  const names = value.split(',').filter(name => {
    const known = roots.has(name.split('.')[0]!)
    if (!known) warn(`fields does not take ${show(name)}; it is left out`)
    return known
  })
  if (names.length) result.fields = [...new Set(['id', ...names])]
}

function readExpand(
  value: string | undefined,
  spec: ListSpec,
  result: ListQuery,
  warn: (message: string) => void,
) {
  for (const name of value ? value.split(',') : []) {
    if (!Object.hasOwn(spec.expands ?? {}, name)) warn(`expand does not take ${show(name)}; it is left out`)
    else if (!result.expand.includes(name)) result.expand.push(name)
  }
}

function readFilterParameter(parameter: string, given: string[], spec: ListSpec, result: ListQuery) {
  const match = /^([a-z_][a-zA-Z0-9_]*(?:\.[a-z][a-z0-9_]*)?)(?:\[(gt|gte|lt|lte)\])?$/.exec(parameter)
  const name = match?.[1]
  const filter = name === undefined ? undefined : filterOf(spec, name)
  if (!match || !name || !filter)
    return matchNothing(result, `there is no filter ${show(parameter)}; nothing matches`)
  const ranged = filter.kind === 'time' || filter.kind === 'integer'
  const bound = match[2] as keyof typeof operators | undefined
  if (bound && !ranged) return matchNothing(result, `${name} takes no [${bound}]; nothing matches`)
  for (const text of given) {
    const values = ranged ? [text] : readable(name, text.split(',').slice(0, mostValues), filter, result)
    if (values.length === 0) continue
    const operator = bound ? operators[bound] : values.length > 1 ? 'in' : '='
    result.filters.push({ name, operator, values })
  }
}

/** The filter of this name; `custom_fields.*` is the filter of every name after the dot. */
function filterOf({ filters }: ListSpec, name: string): Filter | undefined {
  const dot = name.indexOf('.')
  const declared = dot < 0 ? name : `${name.slice(0, dot)}.*`
  return Object.hasOwn(filters, declared) ? filters[declared] : undefined
}

/** The values that an object can have at all; where there is none, nothing matches. */
function readable(name: string, values: string[], filter: Filter, result: ListQuery): string[] {
  const fits = (value: string) =>
    filter.kind === 'state'
      ? filter.values.includes(value)
      : filter.kind === 'id'
        ? isId(filter.prefix, value)
        : !value.includes('\u0000')
  const kept = values.filter(fits)
  const odd = values.find(value => !fits(value))
  if (odd === undefined) return kept
  if (kept.length === 0) matchNothing(result, `${name} is never ${show(odd)}; nothing matches`)
  else result.warnings.push(`${name} is never ${show(odd)}; it is left out`)
  return kept
}

function readCursor(value: string | undefined, { cursors, school, route }: ListContext, result: ListQuery) {
  if (value === undefined) return
  result.after = cursors.open(value, school, route, result.sort)
  if (!result.after)
    matchNothing(
      result,
      'cursor cannot be used here: it is unreadable, of another list, or of another sort; the list ends',
    )
}

function matchNothing(result: ListQuery, warning: string) {
  result.nothing = true
  result.warnings.push(warning)
}

/** What the caller wrote, short and harmless. */
const show = (name: string) => JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name)
