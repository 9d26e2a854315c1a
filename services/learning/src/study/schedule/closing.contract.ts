// What a change of a course would close and open: the form of the answer.
import { id } from '@lms/contract'
import { z } from 'zod'

/** Maximum lessons that one answer names, and maximum people whose lessons it computes. */
export const maxClosingLessons = 500
export const maxClosingPeople = 2000

export const Closing = z.object({
  lessons: z
    .array(
      z.object({
        lesson_id: id('les').describe('A lesson that is open now, and would be closed.'),
        people: z.int().min(1).describe('The people to whom it would be closed.'),
      }),
    )
    .max(maxClosingLessons)
    .describe('The lessons that the change closes, in the order of the course.'),
  opens: z
    .array(
      z.object({
        lesson_id: id('les').describe('A lesson that is closed now, and would be open.'),
        people: z.int().min(1).describe('The people to whom it would open.'),
      }),
    )
    .max(maxClosingLessons)
    .describe('The lessons that the change opens, in the order of the course.'),
  waiting: z
    .array(z.union([id('mod'), id('les')]))
    .max(maxClosingLessons)
    .describe('The modules and lessons whose opening rules wait for a lesson that would be withdrawn.'),
  people: z.int().min(0).describe('The people to whom the change closes a lesson.'),
  people_read: z
    .int()
    .min(0)
    .describe(`The people whose lessons were computed: all whose study runs, up to ${maxClosingPeople}.`),
})
export type Closing = z.infer<typeof Closing>

/** In a body: whether only the answer is asked for. */
export const closingDryRun = () =>
  z.boolean().optional().describe('Changes nothing: only answers with what the change would close and open.')
/** In an answer. */
export const closes = () =>
  Closing.nullable().describe('What the change would close and open, with `dry_run`; otherwise null.')
