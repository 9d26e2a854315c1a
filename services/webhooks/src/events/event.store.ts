import {
  type Condition,
  placed,
  type RowOf,
  Store,
  table,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import { EventEntity } from './event.entity.ts'
import { groupOf } from './event-masks.ts'

export type EventRow = RowOf<typeof EventEntity>

/** Events of these masks in a column: names by equality, groups by the range of names with their prefix. */
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

const events = table(EventEntity, {
  filters: {
    type: masks => typeCondition('t."type"', masks),
    // A replay sends the event of the journal, and creates no event of its own.
    replayed: values => ({ sql: values.includes('false') ? 'true' : 'false', values: [] }),
  },
})

export class EventStore extends Store<EventRow> {
  constructor(work: UnitOfWork) {
    super(work, events)
  }

  /**
   * The newest events of these masks among the last thousand of the school: a rare one does not cost a walk through
   * all.
   */
  async newest(masks: readonly string[], most: number): Promise<EventRow[]> {
    const typeFilter = typeCondition('t."type"', masks)
    const { rows } = await this.work.read(
      `${events.select} and ${placed(typeFilter, 2)}
         and t.sequence > (select s.last - 1000 from webhooks.sequences s where s.school_id = $1)
       order by t.sequence desc limit ${most}`,
      [this.work.school, ...typeFilter.values],
    )
    return rows.map(fields => this.read(fields))
  }
}
