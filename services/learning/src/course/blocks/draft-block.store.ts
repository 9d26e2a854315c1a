// The blocks of a lesson as staff are changing them, beside those that students see. A block keeps its id.
import { column, objectTable, orderedStoreOf } from '@lms/service-host'
import { LessonBlock } from './block.contract.ts'
import type { BlockRow } from './block.store.ts'
import { refuseLarge } from './lesson-size.ts'

const drafts = objectTable('learning.draft_blocks', LessonBlock, {
  kinds: { content: 'json' },
  computed: ['links'],
  hidden: { course_id: column.id<'crs'>() },
  indexes: [['lesson_id', 'position'], ['course_id']],
})

const columns = 'id, lesson_id, position, content, version, created_at, updated_at, course_id'
/** What a content names: its files, and the quiz or homework in its place. */
const names = `('file_id', 'poster_file_id', 'captions_file_id', 'quiz_id', 'assignment_id')`

export class DraftBlockStore extends orderedStoreOf(drafts) {
  /** Begins a draft with the blocks as students see them. The lesson is locked. */
  begin(lessonId: string): void {
    this.work.write(
      `insert into "learning"."draft_blocks" (school_id, ${columns})
       select school_id, ${columns} from "learning"."lesson_blocks" where school_id = $1 and lesson_id = $2`,
      [this.work.school, lessonId],
    )
  }

  /** Puts the blocks of the draft into the places of those that students see. The lesson is locked. */
  publish(lessonId: string): void {
    const values = [this.work.school, lessonId]
    this.work.write(
      `delete from "learning"."lesson_blocks" b where b.school_id = $1 and b.lesson_id = $2 and not exists (
         select from "learning"."draft_blocks" d where d.school_id = $1 and d.id = b.id)`,
      values,
    )
    this.work.write(
      `insert into "learning"."lesson_blocks" as b (school_id, ${columns})
       select school_id, id, lesson_id, row_number() over (order by position), content, version, created_at, updated_at,
         course_id from "learning"."draft_blocks" where school_id = $1 and lesson_id = $2
       on conflict (school_id, id) do update set content = excluded.content, position = excluded.position,
         version = greatest(b.version, excluded.version) + 1, updated_at = $3
       where b.content <> excluded.content or b.position <> excluded.position`,
      [...values, this.work.now],
    )
    this.work.write(`delete from "learning"."content_uses" where school_id = $1 and lesson_id = $2`, values)
    this.work.write(
      `insert into "learning"."content_uses" (school_id, object_id, block_id, lesson_id, course_id)
       select distinct $1, f.value, b.id, b.lesson_id, b.course_id
       from "learning"."lesson_blocks" b, jsonb_each_text(b.content) f
       where b.school_id = $1 and b.lesson_id = $2 and f.key in ${names} and f.value is not null`,
      values,
    )
    this.discard(lessonId)
  }

  /** Forgets the draft of a lesson. */
  discard(lessonId: string): void {
    this.work.write(`delete from "learning"."draft_blocks" where school_id = $1 and lesson_id = $2`, [
      this.work.school,
      lessonId,
    ])
  }

  /** Refuses a content with which the blocks of the draft would be too large; the lesson is locked. */
  refuseLarge(block: Pick<BlockRow, 'id' | 'lesson_id' | 'content'>): Promise<void> {
    return refuseLarge(block, 'draft_blocks', this.work)
  }

  /** Deletes a block of the draft. Its publication closes the gap. */
  take(block: BlockRow): void {
    this.remove(block)
  }

  /** The first few blocks of drafts that show a file. */
  async showing(fileId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "learning"."draft_blocks" where school_id = $1
         and exists (select from jsonb_each_text(content) f where f.value = $2) order by id limit 5`,
      [this.work.school, fileId],
    )
    return rows.map(([id]) => id!)
  }
}
