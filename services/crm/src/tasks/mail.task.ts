import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { CircularProgress } from '@lms/service-host/mail'
import { z } from 'zod'

// The users service and the mail server may be away for hours.
const patience = { attempts: 20, pause: 60, longestPause: 1200 }

/** Reminds the assignee of a task of a manager, at the time that the task says. */
export const remindAssignee = task('remind-assignee', {
  payload: z.object({ task_id: id('tsk') }),
  ...patience,
  // It counts in no budget until it is due.
  counted: false,
})

/** Tells somebody that a task was given to them. */
export const announceTask = task('announce-task', {
  payload: z.object({ task_id: id('tsk'), assignee_id: id('usr') }),
  ...patience,
})

/** Tells the administrators that somebody left open tasks behind. */
export const announceUnassigned = task('announce-unassigned-tasks', {
  payload: z.object({ user_id: id('usr'), count: z.int().min(1) }),
  state: CircularProgress,
  ...patience,
})
