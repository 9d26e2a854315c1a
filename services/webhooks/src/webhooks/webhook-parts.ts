// Checks the fields and filter of a subscription against the declarations of its events.
import { eventCatalogue, type Filter, Refused } from '@lms/contract'
import { canBe, takesBounds, valuesOf } from '@lms/service-host'
import { filterFor, hasField, isEmitted } from '../events/declared-events.ts'
import { type Condition, conditionsOf, type EventFilter } from '../events/event-filter.ts'
import { takes } from '../events/event-masks.ts'
import { refusals } from './webhook-refusals.ts'

interface Parts {
  fields: string[] | null
  filter: EventFilter | null
}

/** Refuses fields and conditions that none of the events can have. A field of only some of them is accepted. */
export function checkParts(masks: readonly string[], { fields, filter }: Parts): Parts {
  const types = eventCatalogue.map(({ type }) => type).filter(type => isEmitted(type) && takes(masks, type))
  const unknown = [
    ...(fields ?? [])
      .filter(name => !types.some(type => hasField(type, name)))
      .map(name => ({ path: `body.fields.${fields!.indexOf(name)}`, message: noField(name) })),
    ...conditionsOf(filter)
      .filter(({ name }) => !types.some(type => filterFor(type, name)))
      .map(({ name, parameter }) => ({ path: `body.filter.${parameter}`, message: noField(name) })),
  ]
  if (unknown.length) throw new Refused(refusals.unknown_field, undefined, { details: unknown })
  const details = conditionsOf(filter).flatMap(condition => {
    const filters = types.map(type => filterFor(type, condition.name)).filter(one => !!one)
    const problems = filters.map(one => problemOf(condition, one))
    return problems.every(problem => problem !== null)
      ? [{ path: `body.filter.${condition.parameter}`, message: problems[0]! }]
      : []
  })
  if (details.length) throw new Refused(refusals.filter_refused, undefined, { details })
  return { fields, filter: filter && Object.keys(filter).length ? filter : null }
}

const noField = (name: string) => `none of the events has a field ${JSON.stringify(name)} to filter by`

/** Why a condition can never match; null if it can. */
function problemOf({ name, bound, text }: Condition, filter: Filter): string | null {
  if (bound && !takesBounds(filter)) return `${name} takes no [${bound}]`
  const values = valuesOf([text], filter)
  if (bound && values.length > 1) return `${name}[${bound}] takes one value`
  const odd = values.find(value => !canBe(filter, value))
  return odd === undefined ? null : `${name} is never ${JSON.stringify(odd)}`
}
