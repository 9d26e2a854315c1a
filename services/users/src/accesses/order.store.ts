// Orders as this service has processed them: their versions, and their places in groups.
import type { Id } from '@lms/contract'
import { textArray, type UnitOfWork } from '@lms/service-host'

export interface Place {
  group_id: Id<'grp'>
  user_id: Id<'usr'>
}

export class OrderStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Whether this version of the order is newer than the processed one; then it is recorded, and the order locked. */
  async advance(orderId: string, version: number): Promise<boolean> {
    const { rows } = await this.#work.lock(
      `insert into "users"."followed_orders" as o (school_id, order_id, version) values ($1, $2, $3)
       on conflict (school_id, order_id) do update set version = excluded.version where o.version < excluded.version
       returning 1`,
      [this.#work.school, orderId, String(version)],
    )
    return rows.length > 0
  }

  /** Records the places of an order. */
  notePlaces(orderId: string, userId: string, groupIds: readonly string[]): void {
    if (groupIds.length === 0) return
    this.#work.write(
      `insert into "users"."order_places" (school_id, order_id, group_id, user_id)
       select $1, $2, g, $3 from unnest($4::text[]) g on conflict do nothing`,
      [this.#work.school, orderId, userId, textArray(groupIds)],
    )
  }

  /** Removes the places of an order; returns those that no other order gives. */
  async takePlaces(orderId: string): Promise<Place[]> {
    const { rows } = await this.#work.lock(
      `with taken as (
         delete from "users"."order_places" where school_id = $1 and order_id = $2 returning group_id, user_id)
       select t.group_id, t.user_id from taken t where not exists (
         select from "users"."order_places" o where o.school_id = $1 and o.user_id = t.user_id
           and o.group_id = t.group_id and o.order_id <> $2)`,
      [this.#work.school, orderId],
    )
    return rows.map(([group_id, user_id]) => ({ group_id, user_id }) as Place)
  }
}
