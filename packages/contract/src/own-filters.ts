// Every list has filters by the states, links, times and booleans of its items, derived from its answer.
import { z } from 'zod'
import { type Filter, filterKinds } from './filter.ts'
import type { ListSpec } from './list.ts'

/** The list with the filters of its items besides the declared ones. */
export const withOwnFilters = (list: ListSpec, item: z.ZodType): ListSpec =>
  list.bare ? list : { ...list, filters: { ...ownFilters(item), ...list.filters } }

/** The filters by the fields of an item; its own id is a path, not a filter. */
function ownFilters(item: z.ZodType): Record<string, Filter> {
  if (!(item instanceof z.ZodObject)) return {}
  const entries = Object.entries(item.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const filter = name === 'id' ? undefined : filterOf(field)
    return filter ? [[name, filter] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The filter that every list has for a field; none if the type does not decide it. */
export function filterOf(field: z.ZodType): Filter | undefined {
  if (field instanceof z.ZodNullable || field instanceof z.ZodOptional)
    return filterOf(field.unwrap() as z.ZodType)
  if (field instanceof z.ZodEnum) return { kind: 'state', values: field.options.map(String) }
  if (field instanceof z.ZodBoolean) return { kind: 'boolean' }
  return filterKinds.get(field)
}

/** The filter of a field that is declared by name: also for texts and whole numbers. */
export function fieldFilter(name: string, field: z.ZodType): Filter {
  const filter = filterOf(field) ?? plainFilter(field)
  if (!filter)
    throw new Error(`A list cannot filter by ${name}: declare the value of the filter in otherFilters.`)
  return filter
}

function plainFilter(field: z.ZodType): Filter | undefined {
  if (field instanceof z.ZodNullable || field instanceof z.ZodOptional)
    return plainFilter(field.unwrap() as z.ZodType)
  if (field instanceof z.ZodString) return { kind: 'text' }
  return field instanceof z.ZodNumber ? { kind: 'integer' } : undefined
}
