import { A, event, filter, id, LN, oneOf, refuse, resource, timestamp } from '@lms/contract'
import { maxTransferLessons, TransferLesson } from '@lms/learning/contract'
import { z } from 'zod'
import { accessChanged } from '../accesses/access.contract.ts'
import { refusals as memberRefusals } from '../groups/member.contract.ts'

const keptValue = () => oneOf(['kept'])

export const Transfer = z.object({
  id: id('grp').describe('The id of the flow that the student leaves, as `from_group_id`.'),
  user_id: id('usr'),
  from_group_id: id('grp').describe('The flow that the student leaves.'),
  to_group_id: id('grp').describe('The flow that the student joins.'),
  from_starts_at: timestamp().describe('When the flow that the student leaves starts.'),
  to_starts_at: timestamp().describe('When the flow that the student joins starts.'),
  shift_days: z
    .int()
    .describe(
      'By how many days the opening dates of lessons move, from one start date to the other; positive is later.',
    ),
  lessons_may_close: z
    .boolean()
    .describe(
      'Whether some lessons that are open now may close, because the new flow starts later, or lacks a course of the present one.',
    ),
  progress: keptValue().describe('What becomes of the progress in lessons: it stays.'),
  answers: keptValue().describe('What becomes of homework and attempts at quizzes: they stay.'),
  certificates: keptValue().describe('What becomes of certificates: they stay.'),
  from_curator_id: id('usr').nullable().describe('The curator of the flow that the student leaves.'),
  to_curator_id: id('usr').nullable().describe('The curator of the new flow.'),
})
export type Transfer = z.infer<typeof Transfer>

export const TransferPreview = Transfer.extend({
  lessons: z
    .array(TransferLesson)
    .max(maxTransferLessons)
    .describe('The lessons that the student studies in the present flow, with their openings in both.'),
})
export type TransferPreview = z.infer<typeof TransferPreview>

export const refusals = refuse({
  group_not_flow: {
    status: 409,
    when: 'the group has no start date',
    message: 'This group has no start date, so it is not a flow. Set one: PATCH {"starts_at": "…"}.',
  },
  already_member: {
    status: 409,
    when: 'the student is already in this flow',
    message: 'The student is already in this flow.',
  },
  not_in_flow: {
    status: 409,
    when: 'the student is in no other flow',
    message: 'The student is in no other flow. Add them: POST /v1/groups/{id}/members.',
  },
  flow_ambiguous: {
    status: 422,
    when: 'the student is in several flows and from_group_id is absent',
    message: 'The student is in several flows. Name the one to leave in from_group_id.',
  },
  flow_not_theirs: {
    status: 422,
    when: 'from_group_id is not another flow of the student',
    message: 'from_group_id must be another flow of the student. GET on this path lists them.',
  },
})

export const groupTransferred = event('user.group_transferred', {
  when: 'a student was moved to another flow; shift_days is the shift of the schedule',
  object: Transfer,
  related: ['user_id', 'group_id'],
})

export const transfers = resource({
  preview: LN('GET /v1/groups/{id}/transfer', {
    summary: 'Preview the transfer of the student `userId` into this flow, from each flow of the student',
    permission: 'groups:read',
    returns: TransferPreview,
    list: { filters: { userId: filter.id('usr') }, sorts: [], bare: true },
  }),
  move: A('POST /v1/groups/{id}/transfer', {
    summary: 'Move a student into this flow; progress, answers and certificates are kept',
    permission: 'groups:write',
    body: z.strictObject({
      user_id: id('usr'),
      from_group_id: id('grp')
        .optional()
        .describe(
          'The flow to leave. Optional if the student is in only one other flow, or in only one that shares a course.',
        ),
    }),
    returns: Transfer,
    refuses: [memberRefusals.user_unknown, ...Object.values(refusals)],
    emits: [groupTransferred, accessChanged],
    bound: 'event',
  }),
})
