// Who is in which segment, when time alone changes that, and who has entered and left.

import type { Id } from '@lms/contract'
import {
  type Condition,
  column,
  enqueueMany,
  enqueueSelected,
  type ListQuery,
  mapPage,
  objectTable,
  type RowIn,
  type RowPage,
  readDatabaseTime,
  storeOf,
  tenantEntity,
  textArray,
} from '@lms/service-host'
import { SegmentMember } from './segment.contract.ts'
import type { SegmentRow } from './segment.store.ts'
import { checkPerson } from './segment.task.ts'

const members = objectTable('crm.segment_people', SegmentMember, {
  archive: { last: true },
  key: ['segment_id', 'generation', 'id'],
  computed: ['user_id'],
  hidden: {
    generation: column.integer(),
    /** False for people who will become members when time passes. */
    member: column.boolean(),
    /** When time alone changes the answer. */
    due_at: column.time().nullable(),
  },
  indexes: [['segment_id', 'generation', 'entered_at', 'id'], ['id']],
  acrossSchools: [['due_at']],
  filters: { user_id: ids => ({ sql: 't.id = any($::text[])', values: [textArray(ids)] }) },
})
export type MemberRow = RowIn<typeof members>

/** Pairs of people and segments that are to be looked at again. */
export const SegmentCheckEntity = tenantEntity(
  'crm',
  'segment_checks',
  {
    user_id: column.id<'usr'>().primary(),
    segment_id: column.id<'seg'>().primary(),
    cause: column.key<Cause>(),
    /** Since when; of what follows from another check, since that one. */
    at: column.time(),
  },
  { archive: 'rows' },
)

/** Why somebody entered or left: an event, time alone, or a changed rule. */
export type Cause = 'event' | 'time' | 'change'

export const SegmentMoveEntity = tenantEntity(
  'crm',
  'segment_moves',
  {
    segment_id: column.id<'seg'>().primary(),
    at: column.time().primary(),
    user_id: column.id<'usr'>().primary(),
    kind: column.key<'entered' | 'left'>().primary(),
    cause: column.key<Cause>(),
  },
  {
    archive: { last: true },
    indexes: [{ properties: ['school_id', 'user_id', 'at'] }, { properties: ['at'] }],
  },
)

/** A person, and a segment to look at. */
export interface Check {
  readonly user_id: string
  readonly segment_id: string
  readonly cause: Cause
  /** Since when it is to be looked at; now if absent. */
  readonly at?: string
}

/** What is known of a person in a generation. */
export interface Standing {
  readonly member: boolean
  readonly due_at: string | null
}

/** What was found of a person in a generation; `moved` if they entered or left it. */
export interface Finding extends Check, Standing {
  readonly generation: number
  readonly moved: boolean
}

const placeOf = (segmentId: string, generation: number, userId: string) =>
  `${segmentId} ${generation} ${userId}`

export class MemberStore extends storeOf(members) {
  /** A page of the members of a segment. */
  async of({ id, generation }: SegmentRow, query: ListQuery): Promise<RowPage<SegmentMember>> {
    const live: Condition = {
      sql: 't.segment_id = $ and t.generation = $::int and t.member',
      values: [id, String(generation)],
    }
    return mapPage(await this.page(query, [live]), row => ({ ...row, user_id: row.id }))
  }

  /** Members in the order of their ids, after or before one of them. */
  async next(
    { id, generation }: Pick<SegmentRow, 'id' | 'generation'>,
    { cursor, descending = false, most }: { cursor: string | null; descending?: boolean; most: number },
  ): Promise<Id<'usr'>[]> {
    const [sign, order] = descending ? ['<', 'desc'] : ['>', 'asc']
    const { rows } = await this.work.read(
      `select id from "crm"."segment_people" where school_id = $1 and segment_id = $2 and generation = $3 and member
         and ($4::text is null or id ${sign} $4) order by id ${order} limit $5`,
      [this.work.school, id, String(generation), cursor, String(most)],
    )
    return rows.map(([one]) => one as Id<'usr'>)
  }

  /** Has people looked at again for segments. */
  check(checks: readonly Check[]): void {
    if (checks.length === 0) return
    const sorted = checks.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    this.work.write(
      `insert into "crm"."segment_checks" as t (school_id, user_id, segment_id, cause, at)
       select distinct on (2, 3) $1, c.* from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) c
       order by 2, 3, 4
       on conflict (school_id, user_id, segment_id) do update set at = least(t.at, excluded.at),
         cause = case when t.cause = 'change' then excluded.cause else t.cause end
       where t.at > excluded.at or t.cause = 'change'`,
      [
        this.work.school,
        ...(['user_id', 'segment_id', 'cause'] as const).map(name =>
          textArray(sorted.map(each => each[name])),
        ),
        textArray(sorted.map(({ at = this.work.now }) => at)),
      ],
    )
    const people = [...new Set(sorted.map(({ user_id }) => user_id as Id<'usr'>))]
    enqueueMany(
      this.work,
      checkPerson,
      people.map(user_id => ({ payload: { user_id }, key: user_id })),
    )
  }

  /** Has a person looked at again for all segments. */
  async checkEverywhere(userIds: readonly string[], cause: Cause): Promise<void> {
    const { rows } = await this.work.read(`select id from "crm"."segments" where school_id = $1`, [
      this.work.school,
    ])
    this.check(
      rows.flatMap(([segment_id]) => userIds.map(user_id => ({ user_id, segment_id: segment_id!, cause }))),
    )
  }

  /** The checks of people, which are then done. */
  async take(userIds: readonly string[]): Promise<Check[]> {
    const { rows } = await this.work.lock(
      `delete from "crm"."segment_checks" where school_id = $1 and user_id = any($2::text[])
       returning user_id, segment_id, cause, at`,
      [this.work.school, textArray(userIds)],
    )
    return rows.map(([user_id, segment_id, cause, at]) => ({
      user_id: user_id!,
      segment_id: segment_id!,
      cause: cause as Cause,
      at: readDatabaseTime(at!),
    }))
  }

  /** How people stand in generations of segments. */
  async standings(
    userIds: readonly string[],
    segmentIds: readonly string[],
  ): Promise<(segmentId: string, generation: number, userId: string) => Standing | undefined> {
    const { rows } = await this.work.read(
      `select segment_id, generation, id, member, due_at from "crm"."segment_people"
       where school_id = $1 and id = any($2::text[]) and segment_id = any($3::text[])`,
      [this.work.school, textArray(userIds), textArray(segmentIds)],
    )
    const standingByKey = new Map(
      rows.map(([segment, generation, user, member, due]) => [
        placeOf(segment!, Number(generation), user!),
        { member: member === 't', due_at: due ? readDatabaseTime(due) : null },
      ]),
    )
    return (...key) => standingByKey.get(placeOf(...key))
  }

  /** Writes how people stand now, and who has entered and left. */
  write(findings: readonly Finding[]): void {
    const [storedFindings, droppedFindings] = [
      findings.filter(({ member, due_at }) => member || due_at !== null),
      findings.filter(({ member, due_at }) => !member && due_at === null),
    ]
    if (storedFindings.length)
      this.work.write(
        `insert into "crm"."segment_people" as m (school_id, segment_id, generation, id, member, due_at, entered_at)
         select $1, k.segment_id, k.generation, k.id, k.member, nullif(k.due_at, '')::timestamptz, $7::timestamptz
         from unnest($2::text[], $3::int[], $4::text[], $5::boolean[], $6::text[]) k(segment_id, generation, id, member, due_at)
         on conflict (school_id, segment_id, generation, id) do update set member = excluded.member,
           due_at = excluded.due_at,
           entered_at = case when m.member = excluded.member then m.entered_at else excluded.entered_at end`,
        [
          this.work.school,
          ...placesOf(storedFindings),
          textArray(storedFindings.map(({ member }) => String(member))),
          textArray(storedFindings.map(({ due_at }) => due_at ?? '')),
          this.work.now,
        ],
      )
    if (droppedFindings.length)
      this.work.write(
        `delete from "crm"."segment_people" m using unnest($2::text[], $3::int[], $4::text[]) g(segment_id, generation, id)
         where m.school_id = $1 and m.segment_id = g.segment_id and m.generation = g.generation and m.id = g.id`,
        [this.work.school, ...placesOf(droppedFindings)],
      )
    const moved = findings.filter(each => each.moved)
    if (moved.length)
      this.work.write(
        `insert into "crm"."segment_moves" (school_id, segment_id, at, user_id, kind, cause)
         select $1, m.segment_id, $2::timestamptz, m.user_id, m.kind, m.cause
         from unnest($3::text[], $4::text[], $5::text[], $6::text[]) m(segment_id, user_id, kind, cause)
         on conflict do nothing`,
        [
          this.work.school,
          this.work.now,
          textArray(moved.map(({ segment_id }) => segment_id)),
          textArray(moved.map(({ user_id }) => user_id)),
          textArray(moved.map(({ member }) => (member ? 'entered' : 'left'))),
          textArray(moved.map(({ cause }) => cause)),
        ],
      )
  }

  /** The number of members of a generation. */
  async count(segmentId: string, generation: number): Promise<number> {
    const { rows } = await this.work.read(
      `select count(*) from "crm"."segment_people"
       where school_id = $1 and segment_id = $2 and generation = $3 and member`,
      [this.work.school, segmentId, String(generation)],
    )
    return Number(rows[0]![0])
  }

  /** Before a new generation takes the place of another: who enters and leaves by that, and what reads it. */
  noteSwap(
    { id, generation, building }: Pick<SegmentRow, 'id' | 'generation' | 'building'>,
    readers: readonly string[],
  ): void {
    const values = [this.work.school, id, String(generation), String(building)]
    const member = (one: number, other: number) => `select m.id from "crm"."segment_people" m
      where m.school_id = $1 and m.segment_id = $2 and m.generation = $${one}::int and m.member and not exists (
        select from "crm"."segment_people" o where o.school_id = $1 and o.segment_id = $2
          and o.generation = $${other}::int and o.id = m.id and o.member)`
    this.work.write(
      `insert into "crm"."segment_moves" (school_id, segment_id, at, user_id, kind, cause)
       select $1, $2, $5::timestamptz, d.id, d.kind, 'change'
       from (select id, 'left' from (${member(3, 4)}) l union all select id, 'entered' from (${member(4, 3)}) e) d(id, kind)
       on conflict do nothing`,
      [...values, this.work.now],
    )
    // Who stays has stayed since they entered the old one.
    this.work.write(
      `update "crm"."segment_people" m set entered_at = o.entered_at from "crm"."segment_people" o
       where m.school_id = $1 and m.segment_id = $2 and m.generation = $4::int and m.member
         and o.school_id = $1 and o.segment_id = $2 and o.generation = $3::int and o.id = m.id and o.member`,
      values,
    )
    if (readers.length === 0) return
    const changed = `(${member(3, 4)} union all ${member(4, 3)})`
    this.work.write(
      `insert into "crm"."segment_checks" (school_id, user_id, segment_id, cause, at)
       select $1, d.id, r, 'event', $6::timestamptz from ${changed} d(id), unnest($5::text[]) r order by d.id, r
       on conflict do nothing`,
      [...values, textArray(readers), this.work.now],
    )
    enqueueSelected(this.work, checkPerson, {
      sql: `select c.user_id, json_build_object('user_id', c.user_id)::text from "crm"."segment_checks" c
        where c.school_id = $ and c.segment_id = any($::text[]) group by c.user_id`,
      values: [this.work.school, textArray(readers)],
    })
  }

  /** Deletes some rows of a generation, or of a deleted segment; says how many. */
  async clear(segmentId: string, generation: number | null, most: number): Promise<number> {
    const { rows } = await this.work.lock(
      `delete from "crm"."segment_people" where ctid = any(array(
         select ctid from "crm"."segment_people" where school_id = $1 and segment_id = $2
           and ($3::int is null or generation = $3::int) limit $4)) and school_id = $1 returning 1`,
      [this.work.school, segmentId, generation === null ? null : String(generation), String(most)],
    )
    return rows.length
  }

  /** The segments that a person is in, in the order of their ids, after one of them. */
  async ofPerson(userId: string, after: string | null, most: number): Promise<SegmentMember[]> {
    const { rows } = await this.work.read(
      `select m.segment_id, m.entered_at from "crm"."segment_people" m
       join "crm"."segments" s on s.school_id = m.school_id and s.id = m.segment_id and s.generation = m.generation
       where m.school_id = $1 and m.id = $2 and m.member and m.segment_id > $3 order by m.segment_id limit $4`,
      [this.work.school, userId, after ?? '', String(most)],
    )
    const id = userId as Id<'usr'>
    return rows.map(([segment, entered]) => ({
      id,
      user_id: id,
      segment_id: segment as Id<'seg'>,
      entered_at: readDatabaseTime(entered!),
    }))
  }
}

const keyOf = ({ user_id, segment_id }: Check) => `${user_id} ${segment_id}`

const placesOf = (findings: readonly Finding[]) => [
  textArray(findings.map(({ segment_id }) => segment_id)),
  textArray(findings.map(({ generation }) => String(generation))),
  textArray(findings.map(({ user_id }) => user_id)),
]
