// A new task of a manager: as somebody orders it, or as the next one of those that repeat.
import { type BodyOf, type Id, newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { schoolValues } from '../content/values.ts'
import { checkPeople } from '../people/check-people.ts'
import { nextTerms } from './repeat.rules.ts'
import { type ManagerTask, openTaskRoom, refusals, type tasks } from './task.contract.ts'
import type { ManagerTaskRow } from './task.store.ts'

/** The tasks that count in their maximum. */
export const open = { sql: `t.status = 'open'`, values: [] }

/** What a task has before anything was done about it. */
export const unset = {
  author_id: null,
  status: 'open' as const,
  reminded_at: null,
  result: '',
  finished_at: null,
  first_due_at: null,
  next_task_id: null,
}

/** Creates a task, whose assignee has been checked. */
export async function createTask(
  input: Pick<Work, 'work' | 'runtime'> & {
    body: BodyOf<(typeof tasks)['create']>
    caller: { user: Id<'usr'> | null }
  },
  stores: Stores,
): Promise<ManagerTask> {
  const { body, caller } = input
  if (body.repeat && !body.due_at) throw new Refused(refusals.repeat_without_term)
  await checkPeople([body.user_id, body.assignee_id, caller.user], input, stores)
  await stores.tasks.refuseBeyond(openTaskRoom, open)
  const task = stores.tasks.insert({
    ...body,
    ...unset,
    author_id: caller.user,
    first_due_at: body.repeat ? body.due_at : null,
    ...stores.tasks.fresh(newId('tsk')),
  })
  stores.tasks.planReminder(task)
  stores.tasks.announce(task, caller.user)
  return task
}

/** Creates the task that follows one that is finished now; null for one that does not repeat, or has a follower already. */
export function createFollower(
  finished: ManagerTaskRow,
  { zone, now }: { zone: string; now: string },
  { tasks }: Stores,
): ManagerTask | null {
  const terms = finished.next_task_id === null ? nextTerms(finished, zone, now) : null
  if (!terms) return null
  const { title, description, user_id, order_id, assignee_id, author_id, repeat, first_due_at } = finished
  const task = tasks.insert({
    ...unset,
    ...terms,
    ...{ title, description, user_id, order_id, assignee_id, author_id, repeat, first_due_at },
    ...tasks.fresh(newId('tsk')),
  })
  tasks.planReminder(task)
  return task
}

/** The zone in which the days of tasks are counted. It may call the site service: before anything is locked. */
export async function zoneOfTasks(at: Pick<Work, 'work' | 'runtime'>, { settings }: Stores): Promise<string> {
  return (await settings.get()).time_zone ?? (await schoolValues(at)).time_zone
}
