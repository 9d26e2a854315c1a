import { type Caller, isAtLeast, maxOf, newId, Refused } from '@lms/contract'
import { crudHandlers, type ListQuery, missing } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { refuseClosed } from '../../study/schedule/open-to-caller.ts'
import { lessonUpdated } from '../lessons/lesson.contract.ts'
import type { LessonRow } from '../lessons/lesson.store.ts'
import { lessonBlocks, refusals } from './block.contract.ts'
import { stored } from './block.rules.ts'
import { inLesson } from './block.store.ts'
import type { BlockContent } from './block-content.ts'
import { linksTo, withoutLinks } from './block-links.ts'
import { blockExpanders } from './block-relations.ts'

const readsOf = (store: 'blocks' | 'draftBlocks') =>
  crudHandlers(
    { list: lessonBlocks.list, create: lessonBlocks.create, get: lessonBlocks.get },
    (stores: Stores) => stores[store],
    {
      within: { parent: ({ lessons }) => lessons, key: 'lesson_id' },
      show: rows => rows.map(withoutLinks),
      sets: async (_, { before }) => ({ course_id: before!.course_id, position: before!.position }),
    },
  )
const readsBy = { published: readsOf('blocks'), draft: readsOf('draftBlocks') }
type Edition = keyof typeof readsBy

/** The edition of a lesson that a caller reads: whoever writes blocks reads the draft, if there is one. */
async function editionOf(lessonId: string, { role }: Caller, { lessons }: Stores): Promise<Edition> {
  if (!isAtLeast(role, 'manager')) return 'published'
  return (await lessons.get(lessonId)).has_draft ? 'draft' : 'published'
}

/** The editions that a list asks for; the filter is none of the rows. Nobody but who writes blocks reads a draft. */
function askedEdition(query: ListQuery, edition: Edition): Edition {
  const filters = query.filters.filter(({ name }) => name === 'edition')
  query.filters = query.filters.filter(({ name }) => name !== 'edition')
  if (filters.length === 0) return edition
  const asked = filters.every(({ values }) => (values as readonly string[]).includes(edition))
  if (asked) return edition
  const isPublished = filters.every(({ values }) => (values as readonly string[]).includes('published'))
  if (!isPublished) query.nothing = true
  return 'published'
}

/** The blocks that a change of a locked lesson concerns: those of its draft, if it has one. */
const editedIn = ({ has_draft }: LessonRow, { blocks, draftBlocks }: Stores) =>
  (has_draft ? draftBlocks : blocks) as Pick<
    typeof blocks,
    'nextPosition' | 'refuseBeyond' | 'refuseLarge' | 'insert' | 'lock' | 'save' | 'take' | 'arrange'
  >

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

/** Refuses a quiz or a homework of another lesson. */
async function refuseForeignWork(
  content: BlockContent,
  lessonId: string,
  { assignments, quizzes }: Stores,
): Promise<void> {
  if (content.kind !== 'quiz' && content.kind !== 'assignment') return
  const work = await (content.kind === 'quiz'
    ? quizzes.find(content.quiz_id)
    : assignments.find(content.assignment_id))
  if (work?.lesson_id !== lessonId) throw new Refused(refusals.block_work_unknown)
}

const lengthOf = (content: BlockContent) => ('duration_seconds' in content ? content.duration_seconds : null)

// The row of the lesson is locked first: it keeps its blocks in order, and their size within its bound.
export const blockHandlers = builder.implement(
  lessonBlocks,
  {
    list: async (input, stores) => {
      await refuseBlocks(input, stores)
      const edition = askedEdition(input.query, await editionOf(input.path.id, input.caller, stores))
      const page = await readsBy[edition].list(input, stores)
      const links = await linksTo(page.rows, input)
      return { ...page, rows: page.rows.map(row => ({ ...row, links: links(row) })) }
    },

    get: async (input, stores) => {
      await refuseBlocks(input, stores)
      const edition = await editionOf(input.path.id, input.caller, stores)
      const block = await readsBy[edition].get(input, stores)
      return { ...block, links: (await linksTo([block], input))(block) }
    },

    create: async ({ path, body, emit, work, charge }, stores) => {
      const content = await stored(body.content, { school: work.school, charge })
      const lesson = await stores.lessons.lock(path.id)
      const blocks = editedIn(lesson, stores)
      await refuseForeignWork(content, lesson.id, stores)
      const id = newId('lbk')
      const [position] = await Promise.all([
        blocks.nextPosition(inLesson(lesson.id)),
        blocks.refuseBeyond(maxOf(lessonBlocks.create.bound)!, inLesson(lesson.id)),
        blocks.refuseLarge({ id, lesson_id: lesson.id, content }),
      ])
      const own = { lesson_id: lesson.id, course_id: lesson.course_id, position, content }
      const createdBlock = blocks.insert({ ...own, ...stores.blocks.fresh(id) })
      const [now, before] = touched(lesson, stores)
      if (lesson.has_draft) return withoutLinks(createdBlock)
      stores.blocks.noteFiles(createdBlock)
      recount(lesson, stores)
      emit(lessonUpdated, now, before)
      return withoutLinks(createdBlock)
    },

    update: async ({ path, body, emit, work, charge }, stores) => {
      const content = body.content && (await stored(body.content, { school: work.school, charge }))
      const lesson = await stores.lessons.lockAnyVersion(path.id)
      const blocks = editedIn(lesson, stores)
      const block = await blocks.lock(path.blockId)
      if (block.lesson_id !== lesson.id) missing()
      if (!content) return withoutLinks(block)
      await refuseForeignWork(content, lesson.id, stores)
      await blocks.refuseLarge({ ...block, content })
      const saved = blocks.save(block, { content })
      if (saved === block) return withoutLinks(block)
      const [now, before] = touched(lesson, stores)
      if (lesson.has_draft) return withoutLinks(saved)
      stores.blocks.noteFiles(saved)
      if (lengthOf(content) !== lengthOf(block.content)) recount(lesson, stores)
      emit(lessonUpdated, now, before)
      return withoutLinks(saved)
    },

    delete: async ({ path, emit }, stores) => {
      const lesson = await stores.lessons.lockAnyVersion(path.id)
      const blocks = editedIn(lesson, stores)
      const block = await blocks.lock(path.blockId)
      if (block.lesson_id !== lesson.id) missing()
      blocks.take(block)
      const [now, before] = touched(lesson, stores)
      if (!lesson.has_draft) {
        recount(lesson, stores)
        emit(lessonUpdated, now, before)
      }
      return { id: block.id, deleted: true as const }
    },

    arrange: async ({ path, body, emit }, stores) => {
      const lesson = await stores.lessons.lock(path.id)
      const arranged = await editedIn(lesson, stores).arrange(
        body.ids,
        inLesson(lesson.id),
        refusals.blocks_differ,
      )
      const [now, before] = touched(lesson, stores)
      if (!lesson.has_draft) emit(lessonUpdated, now, before)
      return { id: lesson.id, version: now.version, blocks: arranged.map(withoutLinks) }
    },
  },
  blockExpanders,
)
