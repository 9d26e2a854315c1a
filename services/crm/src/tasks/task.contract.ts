import {
  atMost,
  bodiesOf,
  crud,
  id,
  M,
  oneOf,
  personal,
  reference,
  refuse,
  resource,
  stamps,
  statusOf,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { personRefusals } from '../people/person-refusals.ts'
import { managerTaskLifecycle } from './task.lifecycle.ts'

const maxOpenTasks = 10_000

export const ManagerTask = z.object({
  id: id('tsk'),
  title: personal(text(200, 1))
    .meta({ examples: ['Call about the second instalment'] })
    .describe('What the manager reads in the list of tasks.'),
  description: personal(text(4000)).describe('What is to be done, where the title does not say it all.'),
  user_id: id('usr').nullable().describe('The person whom it is about.'),
  order_id: reference(['ord'], { of: 'user_id' })
    .nullable()
    .describe('The order that it is about: one of the person, if it names one.'),
  assignee_id: id('usr')
    .nullable()
    .describe(
      'Who of the staff is to do it, and is told by e-mail; null until somebody takes it, and again once they leave.',
    ),
  author_id: id('usr').nullable().describe('Who made it; null for a key without a person.'),
  status: statusOf(managerTaskLifecycle).describe(
    '`open` until the task is finished or canceled; it can be opened again.',
  ),
  due_at: timestamp().nullable().describe('When it is to be done; null for no term.'),
  remind_at: timestamp()
    .nullable()
    .describe('When the assignee gets an e-mail about it, if the task is still open then.'),
  reminded_at: timestamp().nullable().describe('When this e-mail was sent.'),
  result: personal(text(4000)).describe('What came of the task, once it is closed.'),
  repeat: z
    .object({
      every: z.int().min(1).max(366).describe('After how many of the unit it comes again.'),
      unit: oneOf(['day', 'week', 'month', 'year']).describe(
        'What `every` counts, in the zone of the school.',
      ),
    })
    .nullable()
    .describe(
      'How the task comes again, counted from the first `due_at`; null for once. Finishing it makes the next one, with the first term that is still to come; a canceled one is the last.',
    ),
  first_due_at: timestamp()
    .nullable()
    .describe('The term from which the others of a repeating task are counted.'),
  next_task_id: id('tsk').nullable().describe('The task that followed when this one was finished.'),
  finished_at: timestamp().nullable().describe('When it was last finished or canceled.'),
  ...stamps,
})
export type ManagerTask = z.infer<typeof ManagerTask>

export const refusals = refuse({
  open_tasks_limit_reached: {
    status: 409,
    when: `the school has ${maxOpenTasks} open tasks`,
    message: `A school has at most ${maxOpenTasks} open tasks. Finish or cancel some: PATCH {"status": "finished"}.`,
  },
  assignee_not_staff: {
    status: 422,
    when: 'the assignee is a student, or blocked',
    message:
      'assignee_id must be active staff: a person with another role than student. GET /v1/users?role=manager lists managers.',
  },
  repeat_without_term: {
    status: 422,
    when: 'the task would repeat and has no term',
    message: 'A task that repeats needs due_at: the others are counted from it.',
  },
  task_closed: {
    status: 409,
    when: 'the task is finished or canceled, and the new status is neither its own nor open',
    message: 'This task is finished or canceled. Reopen it first: PATCH {"status": "open"}.',
  },
})

/** Open tasks of a school. */
export const openTaskRoom = atMost(maxOpenTasks, refusals.open_tasks_limit_reached)

const rules = {
  readOnly: [
    'author_id',
    'status',
    'reminded_at',
    'result',
    'finished_at',
    'first_due_at',
    'next_task_id',
  ] as const,
  defaults: { description: '' },
}
const { change } = bodiesOf(ManagerTask, rules)

const operations = crud('/v1/tasks', ManagerTask, {
  ...rules,
  names: ['a task', 'tasks'],
  search: 'Text anywhere in title and description.',
  summaries: { list: 'List tasks of managers', create: 'Create a task for a manager' },
  bound: openTaskRoom,
  sorts: ['created_at', 'updated_at'],
  refuses: {
    create: [personRefusals.user_unknown, refusals.assignee_not_staff, refusals.repeat_without_term],
  },
  examples: { create: { title: 'Call about the second instalment' } },
})

export const tasks = resource({
  ...operations,
  update: M('PATCH /v1/tasks/{id}', {
    summary: 'Change a task; complete, cancel or reopen it by its status',
    permission: 'tasks:write',
    body: change.extend({
      status: oneOf(managerTaskLifecycle.states)
        .optional()
        .describe('`finished` or `canceled` closes the task, `open` opens it again.'),
      result: ManagerTask.shape.result.optional(),
    }),
    example: { status: 'finished', result: 'Pays on Friday.' },
    returns: ManagerTask,
    refuses: [
      personRefusals.user_unknown,
      refusals.assignee_not_staff,
      refusals.repeat_without_term,
      refusals.task_closed,
      refusals.open_tasks_limit_reached,
    ],
  }),
})
