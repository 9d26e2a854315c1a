// Whom an event about a whole flow concerns, for those who act on people.
import { I, id, resource } from '@lms/contract'
import { z } from 'zod'

/** Enrollments of one slice. */
export const flowSlice = 200

export const flowPeople = resource({
  /**
   * Those to whom the lesson has opened with the flow: who began to study before, whose opening is that of the flow, and
   * who has not completed it. In the order of their enrollments.
   */
  opened: I('POST /internal/flows/opened', {
    summary: 'The next people of a flow to whom a lesson has opened with it',
    callers: ['crm', 'scenarios'],
    permission: null,
    body: z.strictObject({
      group_id: id('grp'),
      course_id: id('crs'),
      lesson_id: id('les'),
      after: id('enr').nullable().describe('The last enrollment of the slice before.'),
    }),
    returns: z.object({
      user_ids: z.array(id('usr')).max(flowSlice),
      last: id('enr').nullable().describe('Null at the end.'),
    }),
  }),
})
