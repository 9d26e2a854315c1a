import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Reminds the assignee of a task of a manager, at the time that the task says. */
export const remindAssignee = task('remind-assignee', {
  payload: z.object({ task_id: id('tsk') }),
  // The users service and the mail server may be away for hours.
  attempts: 20,
  pause: 60,
  longestPause: 1200,
  // It counts in no budget until it is due.
  counted: false,
})
