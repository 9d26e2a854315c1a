// From where the objects of an imported course come, so that the same package again finds them.
import { column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'

/** `source` names the course in its source, `source_id` a part of it there. */
export const ImportSourceEntity = tenantEntity(
  'learning',
  'import_sources',
  {
    source: column.key().primary(),
    source_id: column.key().primary(),
    course_id: column.id<'crs'>(),
    object_id: column.key(),
    /** A hash of what was taken; empty for what has not been taken yet. */
    taken: column.key(),
    /** A hash of what it became here: it was changed here where it is another one. */
    became: column.key(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'course_id'] }] },
)

export interface ImportSource {
  readonly source_id: string
  readonly course_id: string
  readonly object_id: string
  readonly taken: string
  readonly became: string
}

export class ImportSourceStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** All parts of a source, by their ids there. */
  async of(source: string): Promise<Map<string, ImportSource>> {
    const { rows } = await this.work.read(
      `select source_id, course_id, object_id, taken, became from "learning"."import_sources"
       where school_id = $1 and source = $2`,
      [this.work.school, source],
    )
    return new Map(
      rows.map(([source_id, course_id, object_id, taken, became]) => [
        source_id!,
        {
          ...{ source_id: source_id!, course_id: course_id!, object_id: object_id! },
          ...{ taken: taken!, became: became! },
        },
      ]),
    )
  }

  /** Notes parts, in place of what was noted of them. */
  note(source: string, parts: readonly ImportSource[]): void {
    if (parts.length === 0) return
    const of = (field: keyof ImportSource) => textArray(parts.map(part => part[field]))
    this.work.write(
      `insert into "learning"."import_sources" as s (school_id, source, source_id, course_id, object_id, taken, became)
       select $1, $2, p.* from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) p
       order by 3 on conflict (school_id, source, source_id) do update
       set course_id = excluded.course_id, object_id = excluded.object_id, taken = excluded.taken, became = excluded.became`,
      [
        this.work.school,
        source,
        of('source_id'),
        of('course_id'),
        of('object_id'),
        of('taken'),
        of('became'),
      ],
    )
  }

  /** What was added to lessons, in a fixed order: blocks, quizzes, questions and homework with their versions. */
  async contentOf(lessonIds: readonly string[]): Promise<Map<string, string[]>> {
    if (lessonIds.length === 0) return new Map()
    const { rows } = await this.work.read(
      `select lesson_id, string_agg(part, ' ' order by part) from (
         select lesson_id, id || ':' || version || ':' || position as part from "learning"."lesson_blocks"
           where school_id = $1 and lesson_id = any($2::text[])
         union all select lesson_id, id || ':' || version from "learning"."quizzes"
           where school_id = $1 and lesson_id = any($2::text[])
         union all select z.lesson_id, q.id || ':' || q.version from "learning"."questions" q
           join "learning"."quizzes" z on z.school_id = q.school_id and z.id = q.quiz_id
           where q.school_id = $1 and z.lesson_id = any($2::text[])
         union all select lesson_id, id || ':' || version from "learning"."assignments"
           where school_id = $1 and lesson_id = any($2::text[])) c
       group by lesson_id`,
      [this.work.school, textArray(lessonIds)],
    )
    return new Map(rows.map(([id, parts]) => [id!, parts!.split(' ')]))
  }

  /** Forgets the parts of a course that is deleted. */
  removeOfCourse(courseId: string): void {
    this.work.write(`delete from "learning"."import_sources" where school_id = $1 and course_id = $2`, [
      this.work.school,
      courseId,
    ])
  }
}
