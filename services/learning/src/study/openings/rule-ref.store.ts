// Which rules name which lesson, quiz, homework, course, tag, offer or webinar: what happens to one concerns only the lessons of these rules.
import { type Id, isId, type Refusal, Refused } from '@lms/contract'
import { column, enqueue, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'
import { findHolders } from './find-holders.task.ts'
import { kindOf } from './kinds.ts'
import { type OpeningRules, partsOf } from './rule-schema.ts'

/** `ruled_id` is the lesson or module of the rules, `object_id` what a condition of them names. */
export const RuleRefEntity = tenantEntity(
  'learning',
  'rule_refs',
  {
    object_id: column.key().primary(),
    ruled_id: column.id<'les' | 'mod'>().primary(),
    course_id: column.id<'crs'>(),
  },
  {
    archive: 'rows',
    indexes: [{ properties: ['school_id', 'ruled_id'] }, { properties: ['school_id', 'course_id'] }],
  },
)

interface Ruled {
  id: Id<'les'> | Id<'mod'>
  course_id: Id<'crs'>
}

/** The objects that conditions name, each once. */
export const objectsOf = ({ conditions }: OpeningRules): string[] => [
  ...new Set(conditions.flatMap(partsOf).flatMap(part => kindOf(part).ref(part) ?? [])),
]

export class RuleRefStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** Notes what the rules of a lesson or module name, instead of what they named. */
  note({ id, course_id }: Ruled, rules: OpeningRules): void {
    const objects = objectsOf(rules)
    this.removeOf('ruled_id', id, objects)
    if (objects.length === 0) return
    this.work.write(
      `insert into "learning"."rule_refs" (school_id, object_id, ruled_id, course_id)
       select $1, o, $2, $3 from unnest($4::text[]) o`,
      [this.work.school, id, course_id, textArray(objects)],
    )
    for (const object_id of objects)
      if (isId('tag', object_id) || isId('off', object_id) || isId('wbn', object_id))
        enqueue(this.work, findHolders, { object_id }, { key: object_id })
  }

  /** The first few lessons and modules whose rules name an object. */
  async naming(objectId: string, most = 5): Promise<string[]> {
    const { rows } = await this.work.read(
      `select ruled_id from "learning"."rule_refs" where school_id = $1 and object_id = $2
       order by ruled_id limit $3`,
      [this.work.school, objectId, String(most)],
    )
    return rows.map(([id]) => id!)
  }

  /** Refuses to take away what opening rules name; what they name is in details. */
  async refuseNamed(objectId: string, refusal: Refusal): Promise<void> {
    const naming = await this.naming(objectId)
    if (naming.length)
      throw new Refused(refusal, undefined, {
        details: naming.map(id => ({ path: 'id', message: `the opening rules of ${id} name ${objectId}` })),
      })
  }

  /** The first few lessons and modules whose rules name the quizzes or homework of a lesson. */
  async namingWorkOf(lessonId: string, most = 5): Promise<string[]> {
    const { rows } = await this.work.read(
      `select r.ruled_id from "learning"."rule_refs" r where r.school_id = $1 and r.ruled_id <> $2 and r.object_id in (
         select id from "learning"."quizzes" where school_id = $1 and lesson_id = $2
         union all select id from "learning"."assignments" where school_id = $1 and lesson_id = $2)
       order by r.ruled_id limit $3`,
      [this.work.school, lessonId, String(most)],
    )
    return rows.map(([id]) => id!)
  }

  /** The lesson of each quiz and homework of a course. */
  async itemsOf(courseId: string): Promise<Map<string, Id<'les'>>> {
    const { rows } = await this.work.read(
      `select id, lesson_id from "learning"."quizzes" where school_id = $1 and course_id = $2
       union all select id, lesson_id from "learning"."assignments" where school_id = $1 and course_id = $2`,
      [this.work.school, courseId],
    )
    return new Map(rows.map(([id, lesson]) => [id!, lesson as Id<'les'>]))
  }

  /** No rule begins to name a course until the end of the work, through methods that do the same. */
  async lockCourses(): Promise<void> {
    await this.work.lock('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `rules about courses of ${this.work.school}`,
    ])
  }

  /** Whether the rules of one of these courses, or of a course that they name, wait for a course. */
  async isAwaiting(courseIds: readonly string[], courseId: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `with recursive awaited (id) as (select unnest($2::text[]) collate "C" union
         select r.object_id from awaited a join "learning"."rule_refs" r
           on r.school_id = $1 and r.course_id = a.id and r.object_id like 'crs\\_%')
       select 1 from awaited where id = $3`,
      [this.work.school, textArray(courseIds), courseId],
    )
    return rows.length > 0
  }

  /** Those of these objects that rules name. */
  async referencedIds(objectIds: readonly string[]): Promise<Set<string>> {
    if (objectIds.length === 0) return new Set()
    const { rows } = await this.work.read(
      `select distinct object_id from "learning"."rule_refs" where school_id = $1 and object_id = any($2::text[])`,
      [this.work.school, textArray(objectIds)],
    )
    return new Set(rows.map(([id]) => id!))
  }

  /** The courses whose rules name one of these objects. */
  async coursesNaming(objectIds: readonly string[]): Promise<Id<'crs'>[]> {
    const { rows } = await this.work.read(
      `select distinct course_id from "learning"."rule_refs" where school_id = $1 and object_id = any($2::text[])`,
      [this.work.school, textArray(objectIds)],
    )
    return rows.map(([id]) => id as Id<'crs'>)
  }

  /**
   * Forgets the rules of a lesson or module, or of a course, and who has what no other rule names: nobody hears of its
   * changes any more. `kept` is named on.
   */
  removeOf(of: 'ruled_id' | 'course_id', id: string, remainingIds: readonly string[] = []): void {
    this.work.write(
      `delete from "learning"."holdings" h where h.school_id = $1 and h.object_id in (
         select r.object_id from "learning"."rule_refs" r where r.school_id = $1 and r."${of}" = $2
           and r.object_id <> all($3::text[]) and not exists (select from "learning"."rule_refs" o
             where o.school_id = $1 and o.object_id = r.object_id and o."${of}" <> $2))`,
      [this.work.school, id, textArray(remainingIds)],
    )
    this.work.write(`delete from "learning"."rule_refs" where school_id = $1 and "${of}" = $2`, [
      this.work.school,
      id,
    ])
  }
}
