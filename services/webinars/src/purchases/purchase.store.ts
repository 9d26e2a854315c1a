import type { Id } from '@lms/contract'
import { textArray, type UnitOfWork } from '@lms/service-host'

export interface Purchase {
  order_id: Id<'ord'>
  user_id: Id<'usr'>
}

export class PurchaseStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Whether this version of the order is newer than the processed one; then it is recorded, and the order locked. */
  async advance(orderId: string, version: number): Promise<boolean> {
    const { rows } = await this.#work.lock(
      `insert into "webinars"."followed_orders" as o (school_id, order_id, version) values ($1, $2, $3)
       on conflict (school_id, order_id) do update set version = excluded.version where o.version < excluded.version
       returning 1`,
      [this.#work.school, orderId, String(version)],
    )
    return rows.length > 0
  }

  /** Records what an order gives its buyer; once for each webinar. */
  add({ order_id, user_id }: Purchase, webinarIds: readonly string[]): void {
    this.#work.write(
      `insert into "webinars"."purchases" (school_id, order_id, webinar_id, user_id)
       select $1, $2, w.id, $3 from unnest($4::text[]) w (id) on conflict do nothing`,
      [this.#work.school, order_id, user_id, textArray(webinarIds)],
    )
  }

  /** Removes what an order gave. Whoever registers its buyer meanwhile is awaited. */
  async take(orderId: string): Promise<void> {
    await this.#work.lock(
      `delete from "webinars"."purchases" where school_id = $1 and order_id = $2 returning 1`,
      [this.#work.school, orderId],
    )
  }

  /** Whether the person has bought the webinar. */
  async has(userId: string, webinarId: string): Promise<boolean> {
    const { rows } = await this.#work.read(
      `select 1 from "webinars"."purchases" where school_id = $1 and user_id = $2 and webinar_id = $3 limit 1`,
      [this.#work.school, userId, webinarId],
    )
    return rows.length > 0
  }

  /** The first order by which the person has bought the webinar, kept until the end of the work; null if there is none. */
  async holdOrderOf(userId: string, webinarId: string): Promise<Id<'ord'> | null> {
    const { rows } = await this.#work.lock(
      `select order_id from "webinars"."purchases" where school_id = $1 and user_id = $2 and webinar_id = $3
       order by order_id limit 1 for share`,
      [this.#work.school, userId, webinarId],
    )
    return (rows[0]?.[0] as Id<'ord'> | undefined) ?? null
  }

  /** The purchase of a webinar that has waited longest for a session; null if there is none. */
  async waiting(webinarId: string): Promise<Purchase | null> {
    const { rows } = await this.#work.read(
      `select order_id, user_id from "webinars"."purchases"
       where school_id = $1 and webinar_id = $2 and session_id is null order by order_id limit 1`,
      [this.#work.school, webinarId],
    )
    const [row] = rows
    return row ? ({ order_id: row[0], user_id: row[1] } as Purchase) : null
  }

  /** Whether the purchase still waits, locked. */
  async lockWaiting({ order_id, user_id }: Purchase, webinarId: string): Promise<boolean> {
    const { rows } = await this.#work.lock(
      `select 1 from "webinars"."purchases" where school_id = $1 and order_id = $2 and webinar_id = $3
         and user_id = $4 and session_id is null for update`,
      [this.#work.school, order_id, webinarId, user_id],
    )
    return rows.length > 0
  }

  /** The purchase has registered its buyer for a session. */
  use(orderId: string, webinarId: string, sessionId: string): void {
    this.#work.write(
      `update "webinars"."purchases" set session_id = $4 where school_id = $1 and order_id = $2 and webinar_id = $3`,
      [this.#work.school, orderId, webinarId, sessionId],
    )
  }

  /** The session is called off: its next buyers wait for another one. Says how many. */
  async release(sessionId: string, most: number): Promise<number> {
    const { rows } = await this.#work.lock(
      `update "webinars"."purchases" p set session_id = null from (
         select order_id, webinar_id from "webinars"."purchases" where school_id = $1 and session_id = $2
         order by order_id, webinar_id limit $3 for update) n
       where p.school_id = $1 and p.order_id = n.order_id and p.webinar_id = n.webinar_id returning 1`,
      [this.#work.school, sessionId, String(most)],
    )
    return rows.length
  }

  /** Forgets a purchase whose buyer is gone. */
  forget(orderId: string, webinarId: string): void {
    this.#work.write(
      `delete from "webinars"."purchases" where school_id = $1 and order_id = $2 and webinar_id = $3`,
      [this.#work.school, orderId, webinarId],
    )
  }

  /** What the person has bought: the ids of orders and webinars, in the order of the orders. */
  async of(userId: string): Promise<{ id: string; webinar_id: string }[]> {
    const { rows } = await this.#work.read(
      `select order_id, webinar_id from "webinars"."purchases" where school_id = $1 and user_id = $2
       order by order_id, webinar_id`,
      [this.#work.school, userId],
    )
    return rows.map(([id, webinar_id]) => ({ id: id!, webinar_id: webinar_id! }))
  }

  moveTo(into: string, from: string): void {
    this.#work.write(`update "webinars"."purchases" set user_id = $3 where school_id = $1 and user_id = $2`, [
      this.#work.school,
      from,
      into,
    ])
  }
}
