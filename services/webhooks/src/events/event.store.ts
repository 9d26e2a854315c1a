import { type Condition, type RowOf, Store, table, textArray, type UnitOfWork } from '@lms/service-host'
import { EventEntity } from './event.entity.ts'
import { groupOf } from './event.masks.ts'

export type EventRow = RowOf<typeof EventEntity>

/** Events of these masks in a column: names by equality, groups by the range of names that begin with them. */
export function typeCondition(column: string, masks: readonly string[]): Condition {
  if (masks.includes('*')) return { sql: 'true', values: [] }
  const groups = masks.map(groupOf).filter(group => group !== null)
  const names = masks.filter(mask => groupOf(mask) === null)
  const parts = [
    ...(names.length ? [`${column} = any($::text[])`] : []),
    // '/' is the character after '.'.
    ...groups.map(() => `(${column} >= $ and ${column} < $)`),
  ]
  return {
    sql: `(${parts.join(' or ')})`,
    values: [
      ...(names.length ? [textArray(names)] : []),
      ...groups.flatMap(group => [`${group}.`, `${group}/`]),
    ],
  }
}

const events = table(EventEntity, { filters: { type: masks => typeCondition('t."type"', masks) } })

export class EventStore extends Store<EventRow> {
  constructor(work: UnitOfWork) {
    super(work, events)
  }
}
