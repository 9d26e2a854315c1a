// Which rules name which lesson, tag, offer or webinar: what happens to one concerns only the lessons of these rules.
import { type Id, isId } from '@lms/contract'
import { column, enqueue, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'
import { findHolders } from './find-holders.task.ts'
import { kindOf } from './kinds.ts'
import type { OpeningRules } from './rule-schema.ts'

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
  ...new Set(conditions.flatMap(condition => kindOf(condition).ref(condition) ?? [])),
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
  async naming(objectId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select ruled_id from "learning"."rule_refs" where school_id = $1 and object_id = $2
       order by ruled_id limit 5`,
      [this.work.school, objectId],
    )
    return rows.map(([id]) => id!)
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
