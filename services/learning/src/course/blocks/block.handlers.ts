import { type Caller, maxOf, newId } from '@lms/contract'
import { crudHandlers, missing } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { refuseClosed } from '../../study/schedule/open-to-caller.ts'
import { lessonUpdated } from '../lessons/lesson.contract.ts'
import type { LessonRow } from '../lessons/lesson.store.ts'
import { lessonBlocks, refusals } from './block.contract.ts'
import { stored } from './block.rules.ts'
import { inLesson } from './block.store.ts'
import type { BlockContent } from './block-content.ts'
import { linksTo, withoutLinks } from './block-links.ts'

const reads = crudHandlers(
  { list: lessonBlocks.list, create: lessonBlocks.create, get: lessonBlocks.get },
  ({ blocks }: Stores) => blocks,
  {
    within: { parent: ({ lessons }) => lessons, key: 'lesson_id' },
    show: rows => rows.map(withoutLinks),
    sets: async (_, { before }) => ({ course_id: before!.course_id, position: before!.position }),
  },
)

/** Students read the blocks of a lesson that is open to them. */
async function refuseBlocks(
  { path, ...asking }: { path: { id: string }; caller: Caller; now: string },
  stores: Stores,
): Promise<void> {
  if (asking.caller.role !== 'student') return
  const { id, course_id } = await stores.lessons.get(path.id)
  await refuseClosed({ course_id, lesson_id: id }, asking, stores)
}

/** The lesson with a new version, as its event tells it; and as it was. */
function touched(lesson: LessonRow, { lessons }: Stores) {
  return [lessons.touch(lesson), { previous: lesson }] as const
}

/** The shares that people have viewed of a lesson are counted again, if it is completed by them. */
function recount({ course_id, completion }: LessonRow, { lessonProgress }: Stores): void {
  if (completion.conditions.includes('viewed')) lessonProgress.recountLater(course_id)
}

const lengthOf = (content: BlockContent) => ('duration_seconds' in content ? content.duration_seconds : null)

// The row of the lesson is locked first: it keeps its blocks in order, and their size within its bound.
export const blockHandlers = builder.implement(lessonBlocks, {
  list: async (input, stores) => {
    await refuseBlocks(input, stores)
    const page = await reads.list(input, stores)
    const links = await linksTo(page.rows, input)
    return { ...page, rows: page.rows.map(row => ({ ...row, links: links(row) })) }
  },

  get: async (input, stores) => {
    await refuseBlocks(input, stores)
    const block = await reads.get(input, stores)
    return { ...block, links: (await linksTo([block], input))(block) }
  },

  create: async ({ path, body, emit, work, charge }, stores) => {
    const { blocks, lessons } = stores
    const content = await stored(body.content, { school: work.school, charge })
    const lesson = await lessons.lock(path.id)
    const id = newId('lbk')
    const [position] = await Promise.all([
      blocks.nextPosition(inLesson(lesson.id)),
      blocks.refuseBeyond(maxOf(lessonBlocks.create.bound)!, inLesson(lesson.id)),
      blocks.refuseLarge({ id, lesson_id: lesson.id, content }),
    ])
    const own = { lesson_id: lesson.id, course_id: lesson.course_id, position, content }
    const createdBlock = blocks.insert({ ...own, ...blocks.fresh(id) })
    blocks.noteFiles(createdBlock)
    recount(lesson, stores)
    emit(lessonUpdated, ...touched(lesson, stores))
    return withoutLinks(createdBlock)
  },

  update: async ({ path, body, emit, work, charge }, stores) => {
    const { blocks, lessons } = stores
    const content = body.content && (await stored(body.content, { school: work.school, charge }))
    const lesson = await lessons.lockAnyVersion(path.id)
    const block = await blocks.lock(path.blockId)
    if (block.lesson_id !== lesson.id) missing()
    if (!content) return withoutLinks(block)
    await blocks.refuseLarge({ ...block, content })
    const saved = blocks.save(block, { content })
    if (saved === block) return withoutLinks(block)
    blocks.noteFiles(saved)
    if (lengthOf(content) !== lengthOf(block.content)) recount(lesson, stores)
    emit(lessonUpdated, ...touched(lesson, stores))
    return withoutLinks(saved)
  },

  delete: async ({ path, emit }, stores) => {
    const { blocks, lessons } = stores
    const lesson = await lessons.lockAnyVersion(path.id)
    const block = await blocks.lock(path.blockId)
    if (block.lesson_id !== lesson.id) missing()
    blocks.take(block)
    recount(lesson, stores)
    emit(lessonUpdated, ...touched(lesson, stores))
    return { id: block.id, deleted: true as const }
  },

  arrange: async ({ path, body, emit }, stores) => {
    const { blocks, lessons } = stores
    const lesson = await lessons.lock(path.id)
    const arranged = await blocks.arrange(body.ids, inLesson(lesson.id), refusals.blocks_differ)
    const [now, before] = touched(lesson, stores)
    emit(lessonUpdated, now, before)
    return { id: lesson.id, version: now.version, blocks: arranged.map(withoutLinks) }
  },
})
