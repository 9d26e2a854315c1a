import { type BodyOf, common, Refused, withoutUndefined } from '@lms/contract'
import { crudHandlers, referenceCheck, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { checkPeople } from '../people/check-people.ts'
import { createFollower, createTask, open, unset, zoneOfTasks } from './new-task.ts'
import { checkAssignee } from './staff.ts'
import { type ManagerTask, openTaskRoom, refusals, tasks } from './task.contract.ts'
import type { ManagerTaskRow } from './task.store.ts'

const { list, create, get, delete: remove } = tasks
const handlers = crudHandlers({ list, create, get, delete: remove }, ({ tasks }: Stores) => tasks, {
  sets: () => unset,
  mayRemove: (task, { tasks }) => tasks.forgetReminder(task),
})
const checkReferences = referenceCheck(tasks.update.body)

export const taskHandlers = builder.implement(tasks, {
  ...handlers,

  create: async (input, stores) => {
    await checkAssignee(input.body.assignee_id, input)
    return createTask(input, stores)
  },

  update: async (input, stores) => {
    const { body, path, now } = input
    const before = await checkAbout(path.id, body, input, stores)
    await checkAssignee(body.assignee_id, input)
    const zone = await zoneOfNext(path.id, body, input, stores)
    await checkPeople([body.user_id, body.assignee_id], input, stores)
    const seen = await stores.tasks.lock(path.id)
    if (before && !isAboutTheSame(before, seen)) throw new Refused(common.version_mismatch)
    const reopens = body.status === 'open' && seen.status !== 'open'
    if (reopens) await stores.tasks.refuseBeyond(openTaskRoom, open)
    const closes = body.status !== undefined && body.status !== 'open' && seen.status === 'open'
    const moved = body.remind_at !== undefined && body.remind_at !== seen.remind_at
    const { repeat = seen.repeat, due_at = seen.due_at } = body
    if (repeat && !due_at) throw new Refused(refusals.repeat_without_term)
    const next =
      closes && body.status === 'finished'
        ? createFollower({ ...seen, ...withoutUndefined(body) }, { zone, now }, stores)
        : null
    const saved = stores.tasks.change(seen, {
      ...body,
      ...((body.repeat !== undefined || body.due_at !== undefined) && {
        first_due_at: repeat ? due_at : null,
      }),
      ...(moved && { reminded_at: null }),
      ...(closes && { finished_at: now }),
      ...(reopens && { finished_at: null }),
      ...(next && { next_task_id: next.id }),
    })
    if (saved !== seen) stores.tasks.planReminder(saved)
    if (saved.assignee_id !== seen.assignee_id) stores.tasks.announce(saved, input.caller.user)
    return saved
  },
})

type About = Pick<ManagerTask, 'user_id' | 'order_id'>
const isAboutTheSame = (one: About, other: About) =>
  one.user_id === other.user_id && one.order_id === other.order_id

/**
 * Refuses an order of another person where the body names only one of the two, and the task the other: the host has seen
 * the body alone. Returns the task that it has read; null if there was no need. It calls another service: before locks.
 */
async function checkAbout(
  id: string,
  { user_id, order_id }: { [K in keyof About]?: About[K] | undefined },
  ctx: Pick<Work, 'work' | 'runtime'>,
  { tasks }: Stores,
): Promise<ManagerTaskRow | null> {
  if ((user_id === undefined) === (order_id === undefined)) return null
  const before = await tasks.get(id)
  const after = {
    user_id: user_id === undefined ? before.user_id : user_id,
    order_id: order_id === undefined ? before.order_id : order_id,
  }
  if (isAboutTheSame(before, after)) return null
  await checkReferences(after, ctx)
  return before
}

/** The zone in which the next task is counted, where the change finishes one that repeats. */
async function zoneOfNext(
  id: string,
  { status, repeat }: BodyOf<(typeof tasks)['update']>,
  at: Pick<Work, 'work' | 'runtime'>,
  stores: Stores,
): Promise<string> {
  if (status !== 'finished') return 'UTC'
  const isRepeating = repeat ?? (await stores.tasks.get(id)).repeat
  return isRepeating ? zoneOfTasks(at, stores) : 'UTC'
}
