// Orders as this service has processed them: their versions, and their places in groups.
import type { Id } from '@lms/contract'
import { enqueue, textArray, type UnitOfWork } from '@lms/service-host'
import { endPlaces } from './access.task.ts'

export interface Seat {
  group_id: Id<'grp'>
  user_id: Id<'usr'>
}

/** A place in a group, from an item of an order. */
export interface PlaceGrant {
  group_id: Id<'grp'>
  /** The group that the order names, where the place has moved to another flow. */
  sold_group_id?: Id<'grp'> | null
  /** The subscription of the item. */
  subscription_id: Id<'sbs'> | null
  /** The end of what was paid; null for none. */
  until: string | null
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

  /** Whether the payment of the order was processed. */
  async isFollowed(orderId: string): Promise<boolean> {
    const { rows } = await this.#work.read(
      `select 1 from "users"."followed_orders" where school_id = $1 and order_id = $2`,
      [this.#work.school, orderId],
    )
    return rows.length > 0
  }

  /** The same places, in the flows to which the person of a subscription was moved since it gave them first. */
  async moved(seats: readonly PlaceGrant[]): Promise<PlaceGrant[]> {
    const ids = [...new Set(seats.flatMap(({ subscription_id }) => subscription_id ?? []))]
    if (ids.length === 0) return [...seats]
    const { rows } = await this.#work.read(
      `select distinct on (subscription_id, sold_group_id) subscription_id, sold_group_id, group_id
       from "users"."order_places" where school_id = $1 and subscription_id = any($2::text[]) and sold_group_id is not null
       order by subscription_id, sold_group_id, order_id desc`,
      [this.#work.school, textArray(ids)],
    )
    const present = new Map(rows.map(([id, sold, group]) => [`${id} ${sold}`, group as Id<'grp'>]))
    const all = seats.map((seat): PlaceGrant => {
      const group_id = present.get(`${seat.subscription_id} ${seat.group_id}`)
      return group_id ? { ...seat, group_id, sold_group_id: seat.group_id } : seat
    })
    return [...new Map(all.map(seat => [seat.group_id, seat])).values()]
  }

  /** Records the places of an order; they end at `until`, where it is given. */
  notePlaces(orderId: string, userId: string, seats: readonly PlaceGrant[]): void {
    if (seats.length === 0) return
    this.#work.write(
      `insert into "users"."order_places" as p
         (school_id, order_id, user_id, group_id, subscription_id, until, sold_group_id)
       select $1, $2, $3, g.id, nullif(g.subscription, ''), nullif(g.until, '')::timestamptz, nullif(g.sold, '')
       from unnest($4::text[], $5::text[], $6::text[], $7::text[]) g (id, subscription, until, sold)
       on conflict (school_id, order_id, group_id) do update set until = excluded.until`,
      [
        ...[this.#work.school, orderId, userId],
        textArray(seats.map(({ group_id }) => group_id)),
        textArray(seats.map(({ subscription_id }) => subscription_id ?? '')),
        textArray(seats.map(({ until }) => until ?? '')),
        textArray(seats.map(({ sold_group_id }) => sold_group_id ?? '')),
      ],
    )
    for (const until of new Set(seats.flatMap(seat => seat.until ?? [])))
      enqueue(
        this.#work,
        endPlaces,
        { order_id: orderId as Id<'ord'> },
        { at: new Date(until), key: `${orderId} ${until}` },
      )
  }

  /** Removes the places of an order; returns those that no other order gives. */
  takePlaces(orderId: string): Promise<Seat[]> {
    return this.#take(`p.order_id = $3`, [orderId])
  }

  /** Removes the places of an order whose paid time is over; returns those that no other order gives. */
  takeOverPlaces(orderId: string): Promise<Seat[]> {
    return this.#take(`p.order_id = $3 and p.until <= $2::timestamptz`, [orderId])
  }

  /** Removes the places of a subscription; returns those that no other order gives. */
  takePlacesOf(subscriptionId: string): Promise<Seat[]> {
    return this.#take(`p.subscription_id = $3`, [subscriptionId])
  }

  /** Removes the places that a subscription had before an order; returns those that no other order gives. */
  takeFormerPlaces(subscriptionId: string, orderId: string): Promise<Seat[]> {
    return this.#take(`p.subscription_id = $3 and p.order_id < $4`, [subscriptionId, orderId])
  }

  async #take(condition: string, values: readonly string[]): Promise<Seat[]> {
    const { rows } = await this.#work.lock(
      `with taken as (
         delete from "users"."order_places" p where p.school_id = $1 and ${condition}
         returning p.order_id, p.group_id, p.user_id)
       select distinct t.group_id, t.user_id from taken t where not exists (
         select from "users"."order_places" o where o.school_id = $1 and o.user_id = t.user_id
           and o.group_id = t.group_id and (o.until is null or o.until > $2::timestamptz)
           and not exists (select from taken x where x.order_id = o.order_id and x.group_id = o.group_id))`,
      [this.#work.school, this.#work.now, ...values],
    )
    return rows.map(([group_id, user_id]) => ({ group_id, user_id }) as Seat)
  }
}
