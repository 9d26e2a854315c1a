import { type RowOf, Store, table, textArray, type UnitOfWork } from '@lms/service-host'
import { typeCondition } from '../events/event.store.ts'
import type { Attempt } from './delivery.contract.ts'
import { AttemptEntity, DeliveryEntity } from './delivery.entity.ts'

export type DeliveryRow = RowOf<typeof DeliveryEntity>
type AttemptRow = RowOf<typeof AttemptEntity>

const deliveries = table(DeliveryEntity, {
  filters: {
    event_type: masks => typeCondition('t."event_type"', masks),
    // A request is found by its events: they are few, and deliveries need no index of it.
    request_id: ids => ({
      sql: `t."event_id" in (select e.id from webhooks.events e where e.school_id = t.school_id and e.request_id = any($::text[]))`,
      values: [textArray(ids)],
    }),
    // An index of failed_at holds the failures alone.
    status: states =>
      states.length === 1 && states[0] === 'failed'
        ? { sql: 't."failed_at" is not null', values: [] }
        : { sql: 't."status" = any($::text[])', values: [textArray(states)] },
  },
})
const attempts = table(AttemptEntity)

class AttemptStore extends Store<AttemptRow> {
  constructor(work: UnitOfWork) {
    super(work, attempts)
  }

  async of(deliveryIds: readonly string[]): Promise<AttemptRow[]> {
    const { rows } = await this.work.read(
      `${attempts.select} and t.delivery_id = any($2::text[]) order by t.delivery_id, t.id`,
      [this.work.school, textArray(deliveryIds)],
    )
    return rows.map(fields => this.read(fields))
  }
}

export class DeliveryStore extends Store<DeliveryRow> {
  constructor(work: UnitOfWork) {
    super(work, deliveries)
  }

  /** The attempts of each delivery, the first one first. */
  async attemptsOf(ids: readonly string[]): Promise<Map<string, Attempt[]>> {
    const found = new Map<string, Attempt[]>(ids.map(id => [id, []]))
    for (const { school_id, delivery_id, ...attempt } of await new AttemptStore(this.work).of(ids))
      found.get(delivery_id)?.push(attempt)
    return found
  }
}
