import type { Caller } from '@lms/contract'
import { type Condition, objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { isAssigned } from '../../homework/curators/curator-scope.ts'
import { Comment, comments as operations } from './comment.contract.ts'

/**
 * Students see what is not hidden, of what they study: its published lessons, and the course itself. Whether a lesson is
 * open to them is asked besides. Their own comments they see also while hidden. Curators see what their people have written,
 * with the answers to it, what stands under their courses, and what addresses them.
 */
function ofStudied(caller: Caller): Condition | null {
  const { role, school, user } = caller
  if (role === 'curator') {
    const [own, parent] = [isAssigned('t.author_id', caller), isAssigned('p.author_id', caller)]
    return {
      sql: `(t.author_id = $ or t.mention_ids ? $ or ${own.sql} or exists (select 1 from "learning"."comments" p
        where p.school_id = t.school_id and p.id = t.parent_id and (p.author_id = $ or ${parent.sql})))`,
      values: [user, user, ...own.values, user, ...parent.values],
    }
  }
  return role === 'student'
    ? {
        sql: `(t.author_id = $ or (t.status = 'visible' and not exists (select 1 from "learning"."comments" p
            where p.school_id = t.school_id and p.id = t.parent_id and p.status = 'hidden')))
          and t.course_id = any(array(select c.id from "learning"."enrollments" e
            join "learning"."courses" c on c.school_id = e.school_id and c.id = e.course_id and c.status <> 'draft'
            where e.school_id = $ and e.user_id = $ and e.status in ('active', 'completed')))
          and (t.lesson_id is null or exists (select 1 from "learning"."lessons" l
            where l.school_id = t.school_id and l.id = t.lesson_id and l.status = 'published'))`,
        values: [user, school, user],
      }
    : null
}

const comments = objectTable('learning.comments', Comment, {
  archive: { earlier: { values: { status: { shown: 'visible' } } } },
  list: operations.list,
  indexes: [
    ['lesson_id', 'created_at', 'id'],
    ['course_id', 'created_at', 'id'],
    ['parent_id', 'created_at', 'id'],
    ['author_id', 'created_at', 'id'],
  ],
  lifecycle: null,
  visible: ofStudied,
})
export type CommentRow = RowIn<typeof comments>

/** A lesson, or a course itself. */
type Target = Pick<CommentRow, 'course_id' | 'lesson_id'>

export const under = ({ course_id, lesson_id }: Target): Condition =>
  lesson_id === null
    ? { sql: 't.course_id = $ and t.lesson_id is null', values: [course_id] }
    : { sql: 't.lesson_id = $', values: [lesson_id] }

export class CommentStore extends storeOf(comments) {
  /** The comment, locked, whoever may see it; null if it is gone. */
  async lockThread(id: string): Promise<CommentRow | null> {
    const { rows } = await this.work.lock(`${comments.select} and t.id = $2 for update`, [
      this.work.school,
      id,
    ])
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** Those of these people who study or curate the course, or have written under it. */
  async mentionable(ids: readonly string[], courseId: string): Promise<Set<string>> {
    const { rows } = await this.work.read(
      `select u.id from unnest($2::text[]) u(id) where
         exists (select 1 from "learning"."enrollments" e
           where e.school_id = $1 and e.user_id = u.id and e.course_id = $3)
         or exists (select 1 from "learning".group_people g
           where g.school_id = $1 and g.user_id = u.id and g.role = 'curator')
         or exists (select 1 from "learning"."curators" r where r.school_id = $1 and r.curator_id = u.id)
         or exists (select 1 from "learning"."comments" c
           where c.school_id = $1 and c.author_id = u.id and c.course_id = $3)`,
      [this.work.school, textArray(ids), courseId],
    )
    return new Set(rows.map(([id]) => id!))
  }

  /** Deletes the replies to a comment. */
  removeReplies(id: string): void {
    this.work.write(`delete from "learning"."comments" where school_id = $1 and parent_id = $2`, [
      this.work.school,
      id,
    ])
  }

  /** Deletes the comments of a lesson or course. */
  removeOf(of: 'lesson_id' | 'course_id', id: string): void {
    this.work.write(`delete from "learning"."comments" where school_id = $1 and "${of}" = $2`, [
      this.work.school,
      id,
    ])
  }

  /** Gives a person's comments to another; also those that mention the person, in the courses of both. */
  moveTo(into: string, from: string): void {
    const values = [this.work.school, into, from, this.work.now]
    this.work.write(
      `update "learning"."comments" set author_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and author_id = $3`,
      values,
    )
    this.work.write(
      `update "learning"."comments" t set version = version + 1, updated_at = $4,
         mention_ids = (t.mention_ids - $3) || (case when t.mention_ids ? $2 then '[]' else jsonb_build_array($2) end)
       where t.school_id = $1 and t.mention_ids ? $3 and t.course_id = any(array(select e.course_id
         from "learning"."enrollments" e where e.school_id = $1 and e.user_id in ($2, $3)))`,
      values,
    )
  }

  /** Blanks what a person wrote. */
  blankOf(userId: string): void {
    this.work.write(
      `update "learning"."comments" set text = '-', version = version + 1, updated_at = $3
       where school_id = $1 and author_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }
}
