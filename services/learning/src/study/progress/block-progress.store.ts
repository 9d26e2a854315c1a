// The seconds of each block that a person has watched.
import { column, readDatabaseTime, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'
import type { Segment } from './watched.rules.ts'

export const BlockProgressEntity = tenantEntity(
  'learning',
  'block_progress',
  {
    enrollment_id: column.id<'enr'>().primary(),
    block_id: column.id<'lbk'>().primary(),
    lesson_id: column.id<'les'>(),
    watched: column.ranges(),
    position_seconds: column.integer(),
    positioned_at: column.time(),
    reported_at: column.time(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'enrollment_id', 'lesson_id'] }] },
)

export interface BlockProgressRow {
  enrollment_id: string
  block_id: string
  lesson_id: string
  watched: Segment[]
  position_seconds: number
  /** When the player stood there. */
  positioned_at: string
  reported_at: string
}

/** A block of a lesson. */
export interface LessonBlockLength {
  id: string
  lesson_id: string
  /** Seconds; null if it has no length. */
  length: number | null
}

export class BlockProgressStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** All blocks of the lessons of these blocks. */
  async blocksBeside(blockIds: readonly string[]): Promise<LessonBlockLength[]> {
    const { rows } = await this.work.read(
      `select id, lesson_id, content->>'duration_seconds' from "learning"."lesson_blocks" where school_id = $1
         and lesson_id in (select lesson_id from "learning"."lesson_blocks" where school_id = $1 and id = any($2::text[]))`,
      [this.work.school, textArray(blockIds)],
    )
    return rows.map(blockOf)
  }

  /** All blocks of these lessons. */
  async blocksIn(lessonIds: readonly string[]): Promise<LessonBlockLength[]> {
    const { rows } = await this.work.read(
      `select id, lesson_id, content->>'duration_seconds' from "learning"."lesson_blocks"
       where school_id = $1 and lesson_id = any($2::text[])`,
      [this.work.school, textArray(lessonIds)],
    )
    return rows.map(blockOf)
  }

  /** What was reported of the blocks of these lessons in these enrollments. */
  async of(enrollmentIds: readonly string[], lessonIds: readonly string[]): Promise<BlockProgressRow[]> {
    const { rows } = await this.work.read(
      `select enrollment_id, block_id, lesson_id, watched, position_seconds, positioned_at, reported_at
       from "learning"."block_progress" p where school_id = $1 and enrollment_id = any($2::text[]) and lesson_id = any($3::text[])
         and exists (select from "learning"."lesson_blocks" b where b.school_id = $1 and b.id = p.block_id)
       order by block_id`,
      [this.work.school, textArray(enrollmentIds), textArray(lessonIds)],
    )
    return rows.map(([enrollment_id, block_id, lesson_id, watched, position, ...times]) => ({
      enrollment_id: enrollment_id!,
      block_id: block_id!,
      lesson_id: lesson_id!,
      watched: readRanges(watched!),
      position_seconds: Number(position),
      positioned_at: readDatabaseTime(times[0]!),
      reported_at: readDatabaseTime(times[1]!),
    }))
  }

  /** Stores these rows, in one statement; their enrollments are locked. */
  save(rows: readonly BlockProgressRow[]): void {
    if (rows.length === 0) return
    const values = rows.map(row => ({ ...row, watched: writeRanges(row.watched) }))
    this.work.write(
      `insert into "learning"."block_progress" as t
         (school_id, enrollment_id, block_id, lesson_id, watched, position_seconds, positioned_at, reported_at)
       select $1, r.* from json_to_recordset($2::json) r (enrollment_id text, block_id text, lesson_id text,
         watched int4multirange, position_seconds int, positioned_at timestamptz, reported_at timestamptz)
       on conflict (school_id, enrollment_id, block_id) do update set watched = excluded.watched,
         position_seconds = excluded.position_seconds, positioned_at = excluded.positioned_at,
         reported_at = excluded.reported_at`,
      [this.work.school, JSON.stringify(values)],
    )
  }
}

const blockOf = ([id, lesson_id, length]: readonly (string | null)[]): LessonBlockLength => ({
  id: id!,
  lesson_id: lesson_id!,
  length: length ? Number(length) : null,
})

/** `{[0,30),[40,50)}`, as Postgres writes a multirange. */
const readRanges = (text: string): Segment[] =>
  [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)] as const)

const writeRanges = (ranges: readonly Segment[]): string =>
  `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
