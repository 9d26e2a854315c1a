import type { Id } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'
import { lookFor } from '../openings/look-up-openings.ts'

/** `source_id` is the order of an offer, and empty for a tag; without `since` the person has it no more. */
export interface Holding {
  user_id: Id<'usr'>
  object_id: Id<'tag'> | Id<'off'>
  source_id: Id<'ord'> | ''
  since: string | null
  changed_at: string
}

const columns = 'user_id, object_id, source_id, since, changed_at'
const recordset = `json_to_recordset($2::json) r (user_id text, object_id text, source_id text, since timestamptz, changed_at timestamptz)`

export class HoldingStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** Takes over what was heard of objects that rules name, unless newer news are there. */
  hear(holdings: readonly Holding[]): void {
    this.work.write(
      `insert into "learning"."holdings" as h (school_id, ${columns})
       select $1, ${columns} from ${recordset}
       where exists (select 1 from "learning"."rule_refs" n where n.school_id = $1 and n.object_id = r.object_id)
       order by user_id, object_id, source_id
       on conflict (school_id, user_id, object_id, source_id) do update
         set since = excluded.since, changed_at = excluded.changed_at where h.changed_at <= excluded.changed_at`,
      [this.work.school, JSON.stringify(holdings)],
    )
    this.#arm(holdings)
  }

  /** Takes over what was found; what was heard meanwhile is newer. */
  find(holdings: readonly Holding[]): void {
    this.work.write(
      `insert into "learning"."holdings" (school_id, ${columns}) select $1, ${columns} from ${recordset}
       order by user_id, object_id, source_id on conflict do nothing`,
      [this.work.school, JSON.stringify(holdings)],
    )
    this.#arm(holdings)
  }

  /** Gives those of a person to another, who keeps the earlier one of two. */
  moveTo(into: string, from: string): void {
    const values = [this.work.school, into, from]
    this.work.write(
      `insert into "learning"."holdings" as h (school_id, ${columns})
       select school_id, $2, object_id, source_id, since, changed_at from "learning"."holdings"
       where school_id = $1 and user_id = $3
       on conflict (school_id, user_id, object_id, source_id) do update
         set since = least(h.since, excluded.since), changed_at = greatest(h.changed_at, excluded.changed_at)`,
      values,
    )
    this.work.write(`delete from "learning"."holdings" where school_id = $1 and user_id = $2`, [
      this.work.school,
      from,
    ])
  }

  /** Looks at the openings of those who have them. */
  #arm(holdings: readonly Holding[]): void {
    lookFor(this.work, {
      people: [...new Set(holdings.map(({ user_id }) => user_id))],
      objects: [...new Set(holdings.map(({ object_id }) => object_id))],
    })
  }
}
