import { column, enqueue, objectTable, type RowIn, storeOf, tenantEntity, textArray } from '@lms/service-host'
import { readsOf, ruleOf, segmentsIn } from './rule.ts'
import { segments as operations, type Segment, Segment as SegmentObject } from './segment.contract.ts'
import { segmentLifecycle } from './segment.lifecycle.ts'
import { buildSegment, clearGeneration } from './segment.task.ts'

const segments = objectTable('crm.segments', SegmentObject, {
  searched: ['name'],
  list: operations.list,
  lifecycle: { of: segmentLifecycle, emits: { finish: null, change: null } },
  hidden: {
    /** The rows of `segment_people` that are its members; 0 before the first is built. */
    generation: column.integer(),
    /** The generation that is being built from `rule`; null for none. */
    building: column.integer().nullable(),
    /** The rule of the present generation while another is being built. */
    live_rule: column.json<Segment['rule']>().nullable(),
  },
})
export type SegmentRow = RowIn<typeof segments>

/** The segments that read a fact, also those that are being built. */
export const SegmentReadEntity = tenantEntity(
  'crm',
  'segment_reads',
  {
    fact: column.key().primary(),
    segment_id: column.id<'seg'>().primary(),
  },
  { archive: 'rows' },
)

/** The name of the fact that a person is in a segment. */
export const memberFact = (segmentId: string) => `segment:${segmentId}`

export class SegmentStore extends storeOf(segments) {
  /** Rules, members and what is to be checked change in one transaction of a school at a time. */
  async lockSchool(): Promise<void> {
    await this.work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `segments of ${this.work.school}`,
    ])
  }

  /** Which of these segments the school has not. */
  async unknown(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const { rows } = await this.work.read(
      `select i from unnest($2::text[]) i
       where not exists (select from "crm"."segments" s where s.school_id = $1 and s.id = i)`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(([id]) => id!)
  }

  /** Whether one of these segments is still being built for the first time. */
  async areUnbuilt(ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return false
    const { rows } = await this.work.read(
      `select 1 from "crm"."segments" where school_id = $1 and id = any($2::text[]) and generation = 0 limit 1`,
      [this.work.school, textArray(ids)],
    )
    return rows.length > 0
  }

  /** Whether the rules of these segments lead to a segment. */
  async leadTo(ids: readonly string[], target: string): Promise<boolean> {
    if (ids.length === 0) return false
    const { rows } = await this.work.read(
      `with recursive named as (
         select i collate "C" as id from unnest($2::text[]) i
         union select substr(r.fact, 9) collate "C" from named n join "crm"."segment_reads" r
           on r.school_id = $1 and r.segment_id = n.id and r.fact >= 'segment:' and r.fact < 'segment;')
       select 1 from named where id = $3 limit 1`,
      [this.work.school, textArray(ids), target],
    )
    return rows.length > 0
  }

  /** The segments that read one of these facts, by fact. */
  async readers(facts: readonly string[]): Promise<Map<string, string[]>> {
    if (facts.length === 0) return new Map()
    const { rows } = await this.work.read(
      `select fact, segment_id from "crm"."segment_reads" where school_id = $1 and fact = any($2::text[])`,
      [this.work.school, textArray(facts)],
    )
    const byFact = Map.groupBy(rows, ([fact]) => fact!)
    return new Map([...byFact].map(([fact, readerRows]) => [fact, readerRows.map(([, id]) => id!)]))
  }

  /** The first few segments whose rule reads a fact. */
  async naming(fact: string): Promise<string[]> {
    return ((await this.readers([fact])).get(fact) ?? []).slice(0, 5)
  }

  /** Notes what the rules of a segment read, and builds the generation of its new rule. */
  build(row: Pick<SegmentRow, 'id' | 'rule' | 'live_rule' | 'building'>): void {
    this.noteReads(row)
    const payload = { segment_id: row.id, generation: row.building! }
    enqueue(this.work, buildSegment, payload, { key: row.id })
  }

  noteReads({ id, rule, live_rule }: Pick<SegmentRow, 'id' | 'rule' | 'live_rule'>): void {
    const facts = [rule, ...(live_rule ? [live_rule] : [])].flatMap(each => readsOf(ruleOf(each)))
    this.forgetReads(id)
    this.work.write(
      `insert into "crm"."segment_reads" (school_id, segment_id, fact) select $1, $2, f from unnest($3::text[]) f`,
      [this.work.school, id, textArray([...new Set(facts)])],
    )
  }

  forgetReads(id: string): void {
    this.work.write(`delete from "crm"."segment_reads" where school_id = $1 and segment_id = $2`, [
      this.work.school,
      id,
    ])
  }

  /** Deletes the rows of a generation, in slices; null: those of a deleted segment. */
  clear(segmentId: SegmentRow['id'], generation: number | null): void {
    enqueue(this.work, clearGeneration, { segment_id: segmentId, generation })
  }

  /** Puts the generation that was built in the place of the present one. */
  swap(row: SegmentRow, size: number): SegmentRow {
    const { id, building, rule } = row
    this.noteReads({ id, rule, live_rule: null })
    return this.move(row, 'finish', {
      generation: building!,
      building: null,
      live_rule: null,
      size,
      computed_at: this.work.now,
    })
  }

  /** People have entered and left. */
  grow(sizes: ReadonlyMap<string, number>): void {
    for (const [id, more] of sizes)
      if (more !== 0)
        this.work.write(`update "crm"."segments" set size = size + $3 where school_id = $1 and id = $2`, [
          this.work.school,
          id,
          String(more),
        ])
  }
}

/** The segments that the rule of a row names. */
export const segmentsOfRule = (rule: Segment['rule']) => segmentsIn(ruleOf(rule))
