// Reads the filters of a list query: one clause for each filter and operator, however often it is sent, so that the
// declaration and not the query bounds the planner's work.
import { bodyField, type Filter, type ListSpec, listBounds } from '@lms/contract'
import { z } from 'zod'
import { type Bound, canBe, sentValues, takesBounds, writtenOnce } from './filter-values.ts'
import type { FilterClause, ListQuery } from './list-query.ts'
import { listed, matchNothing, offered, show } from './warnings.ts'

const operators: Readonly<Record<Bound, FilterClause['operator']>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}

/** Adds the filters of these parameters to the result. */
export function readFilters(
  searchParameters: URLSearchParams,
  parameters: readonly string[],
  list: { spec: ListSpec; item: z.ZodType },
  result: ListQuery,
): void {
  for (const parameter of parameters.slice(0, listBounds.filters)) {
    const clause = readFilter(parameter, searchParameters.getAll(parameter), list, result)
    if (clause) result.filters.push(clause)
  }
  const more = parameters.slice(listBounds.filters)
  if (more.length)
    matchNothing(
      result,
      `a query may have ${listBounds.filters} filters; ${more.length} are too many: ${listed(more)}; nothing matches`,
    )
}

function readFilter(
  parameter: string,
  texts: readonly string[],
  { spec, item }: { spec: ListSpec; item: z.ZodType },
  result: ListQuery,
): FilterClause | null {
  const match = /^([a-z_][a-zA-Z0-9_]*(?:\.[a-z][a-z0-9_]*)?)(?:\[(gt|gte|lt|lte)\])?$/.exec(parameter)
  const name = match?.[1]
  const filter = name === undefined ? undefined : filterOf(spec, name)
  if (!match || !name || !filter)
    return matchNothing(
      result,
      `there is no filter ${show(parameter)}; the filters are ${offered(Object.keys(spec.filters))}; nothing matches`,
    )
  const bound = match[2] as Bound | undefined
  if (bound && !takesBounds(filter))
    return matchNothing(result, `${name} takes no [${bound}]; nothing matches`)
  // Bounded before they are written: to read a value by a schema is dear.
  const values = writtenOnce(bounded(parameter, sentValues(texts), result), filter, formOf(item, name))
  if (bound && values.length > 1) return matchNothing(result, `${parameter} takes one value; nothing matches`)
  const readableValues = readable(parameter, values, filter, result)
  if (readableValues.length === 0) return null
  return {
    name,
    operator: bound ? operators[bound] : readableValues.length > 1 ? 'in' : '=',
    values: readableValues,
  }
}

/** The filter with this name; `custom_fields.*` is the filter for every name after the dot. */
function filterOf({ filters }: ListSpec, name: string): Filter | undefined {
  const dot = name.indexOf('.')
  const declared = dot < 0 ? name : `${name.slice(0, dot)}.*`
  return Object.hasOwn(filters, declared) ? filters[declared] : undefined
}

/** How bodies give the field of this name: a filter takes the same, and compares what a body would have stored. */
function formOf(item: z.ZodType, name: string): z.ZodType | undefined {
  const field = item instanceof z.ZodObject ? (item.shape as Record<string, z.ZodType>)[name] : undefined
  return field && bodyField(field)
}

function bounded(name: string, values: string[], result: ListQuery): string[] {
  if (values.length <= listBounds.values) return values
  const more = values.slice(listBounds.values)
  result.warnings.push(
    `${name} takes ${listBounds.values} values; ${more.length} are ignored: ${listed(more)}`,
  )
  return values.slice(0, listBounds.values)
}

/** The values that an object can have; without any, nothing matches. */
function readable(name: string, values: string[], filter: Filter, result: ListQuery): string[] {
  const readableValues = values.filter(value => canBe(filter, value))
  const odd = values.find(value => !canBe(filter, value))
  if (odd === undefined) return readableValues
  if (readableValues.length === 0) matchNothing(result, `${name} is never ${show(odd)}; nothing matches`)
  else result.warnings.push(`${name} is never ${show(odd)}; it is ignored`)
  return readableValues
}
