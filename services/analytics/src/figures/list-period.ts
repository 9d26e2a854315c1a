// The period and the values that a list of figures is asked for.
import type { ListQuery } from '@lms/service-host'
import { maxDays } from './metrics.ts'
import { daysOf, type Period, periodOf } from './period.ts'

/** The values of a filter; none if it is absent. */
export const valuesOf = ({ filters }: Pick<ListQuery, 'filters'>, name: string): readonly string[] =>
  filters.flatMap(clause => (clause.name === name ? clause.values : []))

/** The one value of a filter. */
export const oneValueOf = (query: Pick<ListQuery, 'filters'>, name: string): string | null =>
  valuesOf(query, name)[0] ?? null

/** Filters that say how figures are made: of several values none would be right. */
const single = ['from', 'to', 'step', 'divided', 'touch', 'window_days']

/**
 * The period of `from` and `to`, by default the last 30 days; null, with a warning, if it is empty, too long, or another
 * filter has an operator or too many values.
 */
export function periodOfList(query: ListQuery, at: { zone: string; now: string }): Period | null {
  if (query.nothing) return null
  const odd = query.filters.find(({ operator }) => operator !== '=' && operator !== 'in')
  if (odd) {
    query.warnings.push(`${odd.name} takes no operator; nothing matches`)
    return null
  }
  const unclear = single.find(name => valuesOf(query, name).length > 1)
  if (unclear) {
    query.warnings.push(`${unclear} takes one value; nothing matches`)
    return null
  }
  const period = periodOf({ from: oneValueOf(query, 'from'), to: oneValueOf(query, 'to') }, at)
  const days = daysOf(period)
  if (days > 0 && days <= maxDays) return period
  query.warnings.push(`the period must have 1 to ${maxDays} days, and has ${days}; nothing matches`)
  return null
}
