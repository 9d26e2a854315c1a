// Who exists, as this service knows it: ids of people, learned from their events, so that an order need not ask
// the users service. Nothing personal is kept.

import type { Id } from '@lms/contract'
import type { SchoolRuntime, UnitOfWork } from '@lms/service-host'
import { people as peopleDoor } from '@lms/users/contract'

export class PeopleStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** Whether the person exists. One not heard of yet is asked for, because their event may still be on its way. */
  async exists(id: string, runtime: SchoolRuntime): Promise<boolean> {
    const { rows } = await this.#work.read(
      `select gone from "commerce"."people" where school_id = $1 and id = $2`,
      [this.#work.school, id],
    )
    if (rows[0]) return rows[0][0] === 'f'
    const scope = { school: this.#work.school, requestId: this.#work.origin.requestId }
    const { users } = await runtime
      .sibling('users', { people: peopleDoor }, scope)
      .people.batch({ body: { ids: [id as never] } })
    return users.some(({ status }) => status !== 'deleted')
  }

  /**
   * Has the work's writes wait for whoever makes the person leave, and refuses (by the constraint orders_person_here)
   * where they are gone. Those who hold a person so do not wait for each other.
   */
  hold(id: string): void {
    this.#work.write('select commerce.hold_person($1, $2)', [this.#work.school, id])
  }

  /**
   * Waits for the writes that hold the person, and keeps others from it until the end of the work: before it asks what
   * there is of a person who leaves. Leavings of a school come one after the other, for they may follow on each other.
   */
  async holdLeaving(id: string): Promise<void> {
    await this.#work.lock('select commerce.hold_leaving_person($1, $2)', [this.#work.school, id])
  }

  /** Notes that the person is there, or is gone; once gone, for ever. */
  note(id: string, gone: boolean): void {
    this.#work.write(
      `insert into "commerce"."people" as p (school_id, id, gone) values ($1, $2, $3)
       on conflict (school_id, id) do update set gone = p.gone or excluded.gone`,
      [this.#work.school, id, gone ? 't' : 'f'],
    )
  }

  /** Notes that the person is gone and erased. */
  noteErased(id: string): void {
    this.note(id, true)
    this.#work.write(`update "commerce"."people" set erased = true where school_id = $1 and id = $2`, [
      this.#work.school,
      id,
    ])
  }

  /** Whether the person is erased. */
  async isErased(id: string): Promise<boolean> {
    const { rows } = await this.#work.read(
      `select 1 from "commerce"."people" where school_id = $1 and id = $2 and erased`,
      [this.#work.school, id],
    )
    return rows.length > 0
  }

  /** Notes that the person was joined into another. */
  noteMerged(id: string, intoId: string): void {
    this.#work.write(
      `insert into "commerce"."people" (school_id, id, gone, merged_into) values ($1, $2, true, $3)
       on conflict (school_id, id) do update set gone = true, merged_into = excluded.merged_into`,
      [this.#work.school, id, intoId],
    )
  }

  /** Who the person has become: themselves, or the last they were joined into. Events of merges may come in any order. */
  async become(id: Id<'usr'>): Promise<Id<'usr'>> {
    const { rows } = await this.#work.read(
      `with recursive chain as (
         select $2::text collate "C" as id, 0 as depth
         union select p.merged_into, c.depth + 1 from chain c
           join "commerce"."people" p on p.school_id = $1 and p.id = c.id where p.merged_into is not null and c.depth < 100)
       select id from chain order by depth desc limit 1`,
      [this.#work.school, id],
    )
    return rows[0]![0] as Id<'usr'>
  }
}
