import { atMost, crud, filter, id, M, refuse, resource, stamps, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Quiz } from '../../assessment/quizzes/quiz.contract.ts'
import { Assignment } from '../../homework/assignments/assignment.contract.ts'
import { refusals as openingRefusals } from '../../study/openings/lesson-closed.ts'
import { BlockProgress } from '../../study/progress/progress.contract.ts'
import { lessonUpdated } from '../lessons/lesson.contract.ts'
import { BlockContent } from './block-content.ts'

const maxBlocks = 100
/** Maximum bytes of all blocks of a lesson as JSON. */
export const maxLessonBytes = 200 * 1024

export const LessonBlock = z.object({
  id: id('lbk'),
  lesson_id: id('les'),
  position: z
    .int32()
    .min(1)
    .describe('Its place in the lesson, from 1. PUT /v1/lessons/{id}/blocks sets it.'),
  content: BlockContent.describe('What the block shows, in the form of its kind.'),
  links: z
    .array(
      z.object({
        file_id: id('fil'),
        url: text(4000).describe('Where the file is fetched, without a key, until `expires_at`.'),
        expires_at: timestamp(),
      }),
    )
    .max(3)
    .nullable()
    .describe(
      'Where students and curators fetch its files, for 15 minutes; null for others: POST /v1/files/{id}/download-url.',
    ),
  ...stamps,
})
export type LessonBlock = z.infer<typeof LessonBlock>

export const refusals = refuse({
  blocks_limit_reached: {
    status: 409,
    when: 'the lesson has the maximum number of blocks',
    message: `A lesson has at most ${maxBlocks} blocks. Put the others into another lesson.`,
  },
  lesson_too_large: {
    status: 422,
    when: 'the blocks of the lesson would be too large together',
    message: `The blocks of a lesson have at most ${maxLessonBytes} bytes as JSON. Put a part into another lesson.`,
  },
  block_invalid: {
    status: 422,
    when: 'nothing of the HTML can be shown, or it is too long once its characters are escaped',
    message: 'This content cannot be shown as it is. Correct the places named in details.',
  },
  block_work_unknown: {
    status: 422,
    when: 'the quiz or homework is not of this lesson',
    message: 'A block names a quiz or a homework of its own lesson. GET /v1/quizzes?lesson_id=… lists them.',
  },
  blocks_differ: {
    status: 422,
    when: 'the ids are not those of all blocks of the lesson, each once',
    message: 'Send the ids of all blocks of this lesson, each once. GET /v1/lessons/{id}/blocks lists them.',
  },
})

const fits = [refusals.lesson_too_large, refusals.block_invalid, refusals.block_work_unknown]

const operations = crud('/v1/lessons/{id}/blocks', LessonBlock, {
  item: 'blockId',
  names: ['a block of a lesson', 'blocks'],
  // A permission of its own: students read lessons, but their content only where it is open to them.
  permission: 'lesson-blocks',
  bound: atMost(maxBlocks, refusals.blocks_limit_reached),
  summaries: {
    list: 'List the blocks of a lesson: those of its draft to who may write them, the published ones to others',
    create: 'Add a block at the end of a lesson',
    delete: 'Delete a block of a lesson',
  },
  readOnly: ['lesson_id', 'position', 'links'],
  sorts: ['position', 'created_at'],
  defaultSort: 'position',
  otherFilters: { edition: filter.state(['published', 'draft']) },
  // Beside each block by its id: a student's page of a lesson is one read.
  expands: {
    quiz: { key: 'id', permission: 'quizzes:read', returns: Quiz },
    assignment: { key: 'id', permission: 'assignments:read', returns: Assignment },
    progress: { key: 'id', permission: 'progress:read', returns: BlockProgress },
  },
  refuses: { create: fits, update: fits },
  examples: {
    create: { content: { kind: 'text', html: '<p>Wet the paper first.</p>' } },
    update: { content: { kind: 'text', html: '<p>Wet the paper well.</p>' } },
  },
})

// lesson.updated has the lesson as its object, without its blocks.
export const lessonBlocks = resource({
  ...operations,
  // Students read the blocks of lessons that are open to them.
  list: { ...operations.list, refuses: [openingRefusals.lesson_closed] },
  get: { ...operations.get, refuses: [openingRefusals.lesson_closed] },
  create: { ...operations.create, emits: [lessonUpdated] },
  update: { ...operations.update, emits: [lessonUpdated] },
  delete: { ...operations.delete, emits: [lessonUpdated] },
  arrange: M('PUT /v1/lessons/{id}/blocks', {
    summary: 'Reorder the blocks of a lesson',
    permission: 'lesson-blocks:write',
    body: z.strictObject({
      ids: z
        .array(id('lbk'))
        .max(maxBlocks)
        .describe('The ids of all blocks of the lesson, in the new order.'),
    }),
    returns: z.object({
      id: id('les'),
      version: stamps.version,
      blocks: z.array(LessonBlock).max(maxBlocks).describe('The blocks of the lesson in the new order.'),
    }),
    refuses: [refusals.blocks_differ],
    emits: [lessonUpdated],
  }),
})
