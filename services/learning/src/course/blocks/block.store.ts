import { column, objectTable, orderedStoreOf, type RowIn, tenantEntity, textArray } from '@lms/service-host'
import { LessonBlock } from './block.contract.ts'
import { type BlockContent, filesOf, workOf } from './block-content.ts'
import { refuseLarge } from './lesson-size.ts'

const blocks = objectTable('learning.lesson_blocks', LessonBlock, {
  kinds: { content: 'json' },
  computed: ['links'],
  hidden: { course_id: column.id<'crs'>() },
  indexes: [['lesson_id', 'position'], ['lesson_id', 'created_at', 'id'], ['course_id']],
})
export type BlockRow = RowIn<typeof blocks>
/** A block without its content. */
export type BlockKind = Pick<BlockRow, 'id' | 'lesson_id'> & Pick<BlockContent, 'kind'>

/** Which block shows which file, so that no file is deleted unnoticed. */
export const ContentUseEntity = tenantEntity(
  'learning',
  'content_uses',
  {
    object_id: column.key().primary(),
    block_id: column.id<'lbk'>().primary(),
    lesson_id: column.id<'les'>(),
    course_id: column.id<'crs'>(),
  },
  {
    archive: 'rows',
    indexes: [
      { properties: ['school_id', 'block_id'] },
      { properties: ['school_id', 'lesson_id'] },
      { properties: ['school_id', 'course_id'] },
    ],
  },
)

export const inLesson = (lessonId: string) => ({ sql: 't.lesson_id = $', values: [lessonId] })

export class BlockStore extends orderedStoreOf(blocks) {
  /** The blocks of all lessons of a course in their order, with their kinds only. */
  async kindsInCourse(courseId: string): Promise<BlockKind[]> {
    const { rows } = await this.work.read(
      `select id, lesson_id, content->>'kind' from "learning"."lesson_blocks"
       where school_id = $1 and course_id = $2 order by lesson_id, position`,
      [this.work.school, courseId],
    )
    return rows.map(([id, lesson_id, kind]) => ({ id, lesson_id, kind })) as never
  }

  /** The lessons of a course that have a block, a quiz or a homework. */
  async lessonsWithContent(courseId: string): Promise<ReadonlySet<string>> {
    const { rows } = await this.work.read(
      `select lesson_id from "learning"."lesson_blocks" where school_id = $1 and course_id = $2
       union select lesson_id from "learning"."quizzes" where school_id = $1 and course_id = $2
       union select lesson_id from "learning"."assignments" where school_id = $1 and course_id = $2`,
      [this.work.school, courseId],
    )
    return new Set(rows.map(([id]) => id!))
  }

  /** Refuses a content with which the blocks of its lesson would be too large; the lesson is locked. */
  refuseLarge(block: Pick<BlockRow, 'id' | 'lesson_id' | 'content'>): Promise<void> {
    return refuseLarge(block, 'lesson_blocks', this.work)
  }

  /** Notes which files a block shows, instead of those it showed. */
  noteFiles({ id, lesson_id, course_id, content }: BlockRow): void {
    this.#forget('block_id', id)
    const files = usesOf(content)
    if (files.length === 0) return
    this.work.write(
      `insert into "learning"."content_uses" (school_id, object_id, block_id, lesson_id, course_id)
       select $1, o, $2, $3, $4 from unnest($5::text[]) o`,
      [this.work.school, id, lesson_id, course_id, textArray(files)],
    )
  }

  /** Deletes the blocks that name a quiz or a homework which goes, and moves those after them forward. */
  removeNaming(workId: string): void {
    this.work.write(
      `delete from "learning"."draft_blocks" where school_id = $1
         and (content->>'quiz_id' = $2 or content->>'assignment_id' = $2)`,
      [this.work.school, workId],
    )
    const named = `select block_id from "learning"."content_uses" where school_id = $1 and object_id = $2`
    this.work.write(
      `update "learning"."lesson_blocks" t set position = t.position - (select count(*) from "learning"."lesson_blocks" n
         where n.school_id = $1 and n.lesson_id = t.lesson_id and n.position < t.position and n.id in (${named}))
       where t.school_id = $1 and t.lesson_id in (select lesson_id from "learning"."content_uses"
         where school_id = $1 and object_id = $2)`,
      [this.work.school, workId],
    )
    this.work.write(`delete from "learning"."lesson_blocks" where school_id = $1 and id in (${named})`, [
      this.work.school,
      workId,
    ])
    this.work.write(`delete from "learning"."content_uses" where school_id = $1 and object_id = $2`, [
      this.work.school,
      workId,
    ])
  }

  /** The blocks of these lessons. */
  async ofLessons(lessonIds: readonly string[]): Promise<BlockRow[]> {
    const { rows } = await this.work.read(`${blocks.select} and t.lesson_id = any($2::text[])`, [
      this.work.school,
      textArray(lessonIds),
    ])
    return rows.map(fields => this.read(fields))
  }

  /** Inserts the blocks of a copy, and notes which files they show. */
  insertCopies(rows: readonly BlockRow[]): void {
    this.insertAll(rows)
    const uses = rows.flatMap(({ id: block_id, lesson_id, course_id, content }) =>
      usesOf(content).map(object_id => ({ object_id, block_id, lesson_id, course_id })),
    )
    this.work.write(
      `insert into "learning"."content_uses" (school_id, object_id, block_id, lesson_id, course_id)
       select $1, u.* from json_to_recordset($2::json) u (object_id text, block_id text, lesson_id text, course_id text)`,
      [this.work.school, JSON.stringify(uses)],
    )
  }

  /** The first few blocks that show a file. */
  async showing(fileId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select block_id from "learning"."content_uses" where school_id = $1 and object_id = $2
       order by block_id limit 5`,
      [this.work.school, fileId],
    )
    return rows.map(([id]) => id!)
  }

  /** Deletes a block, and moves those after it one place forward. */
  take(block: BlockRow): void {
    this.#forget('block_id', block.id)
    this.remove(block)
    this.work.write(
      `update "learning"."lesson_blocks" set position = position - 1
       where school_id = $1 and lesson_id = $2 and position > $3`,
      [this.work.school, block.lesson_id, String(block.position)],
    )
  }

  /** Deletes the blocks of a lesson or course. */
  removeOf(of: 'lesson_id' | 'course_id', id: string): void {
    this.#forget(of, id)
    for (const table of ['draft_blocks', 'lesson_blocks'])
      this.work.write(`delete from "learning"."${table}" where school_id = $1 and "${of}" = $2`, [
        this.work.school,
        id,
      ])
  }

  #forget(of: 'block_id' | 'lesson_id' | 'course_id', id: string): void {
    this.work.write(`delete from "learning"."content_uses" where school_id = $1 and "${of}" = $2`, [
      this.work.school,
      id,
    ])
  }
}

/** The ids of the files that a content shows, and of the quiz or homework that it names. */
const usesOf = (content: BlockContent): string[] => [
  ...filesOf(content),
  ...[workOf(content)].filter(id => id !== null),
]
