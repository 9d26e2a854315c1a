// What the users service tells and asks about flows: it keeps their starts, curators and members.
import { I, id, oneOf, resource, timestamp } from '@lms/contract'
import { z } from 'zod'

/** Maximum lessons of the preview of one transfer. */
export const maxTransferLessons = 1000

/** The opening of a lesson in the flow that a student leaves, and in the other one. */
export const TransferLesson = z.object({
  course_id: id('crs'),
  lesson_id: id('les'),
  opens_at: timestamp()
    .nullable()
    .describe('When it opened or opens in the present flow; null while nobody knows.'),
  new_opens_at: timestamp().nullable().describe('When it opens in the new flow; null while nobody knows.'),
  status: oneOf(['open', 'closed']).describe('Whether the lesson is open now.'),
  new_status: oneOf(['open', 'closed']).describe('Whether the lesson is open after the transfer.'),
  closes: z.boolean().describe('Whether it is open now, and will be closed.'),
})
export type TransferLesson = z.infer<typeof TransferLesson>

export const flows = resource({
  /** Asked only after a reading of the rights and flows, so that an earlier start arms the tasks of its openings. */
  changed: I('POST /internal/flows/changed', {
    summary: 'The start or the curator of a flow has changed, or the flow is removed',
    callers: ['users'],
    permission: null,
    body: z.object({
      group_id: id('grp'),
      former_curator_id: id('usr').nullable().describe('The curator who has left the flow.'),
      removed: z.boolean().default(false).describe('Whether the flow is gone: it had no members.'),
    }),
    returns: z.object({}),
  }),
  preview: I('POST /internal/flows/transfers', {
    summary: 'The openings of lessons before and after the transfer of a student into another flow',
    callers: ['users'],
    permission: null,
    body: z.object({
      user_id: id('usr'),
      from_group_id: id('grp'),
      to_group_id: id('grp'),
      to_course_ids: z.array(id('crs')).max(100).describe('The courses of the new flow.'),
    }),
    returns: z.object({
      lessons: z.array(TransferLesson).max(maxTransferLessons).describe('In the order of the courses.'),
      left_off: z.int().describe('Lessons beyond the maximum.'),
    }),
  }),
})
