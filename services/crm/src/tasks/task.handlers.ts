import { common, newId, Refused } from '@lms/contract'
import { crudHandlers, referenceCheck, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { checkPeople } from '../people/check-people.ts'
import { type ManagerTask, openTaskRoom, tasks } from './task.contract.ts'
import type { ManagerTaskRow } from './task.store.ts'

/** The tasks that count in their maximum. */
export const open = { sql: `t.status = 'open'`, values: [] }

const { list, create, get, delete: remove } = tasks
const handlers = crudHandlers({ list, create, get, delete: remove }, ({ tasks }: Stores) => tasks, {
  sets: () => unset,
  mayRemove: (task, { tasks }) => tasks.forgetReminder(task),
})
const unset = { author_id: null, status: 'open' as const, reminded_at: null, result: '', finished_at: null }

const checkReferences = referenceCheck(tasks.update.body)

export const taskHandlers = builder.implement(tasks, {
  ...handlers,

  create: async (input, stores) => {
    const { body, caller } = input
    await checkPeople([body.user_id, body.assignee_id, caller.user], input, stores)
    await stores.tasks.refuseBeyond(openTaskRoom, open)
    const id = newId('tsk')
    const task = stores.tasks.insert({
      ...body,
      ...unset,
      author_id: caller.user,
      ...stores.tasks.fresh(id),
    })
    stores.tasks.planReminder(task)
    return task
  },

  update: async (input, stores) => {
    const { body, path, now } = input
    const before = await checkAbout(path.id, body, input, stores)
    await checkPeople([body.user_id, body.assignee_id], input, stores)
    const seen = await stores.tasks.lock(path.id)
    if (before && !isAboutTheSame(before, seen)) throw new Refused(common.version_mismatch)
    const reopens = body.status === 'open' && seen.status !== 'open'
    if (reopens) await stores.tasks.refuseBeyond(openTaskRoom, open)
    const closes = body.status !== undefined && body.status !== 'open' && seen.status === 'open'
    const moved = body.remind_at !== undefined && body.remind_at !== seen.remind_at
    const saved = stores.tasks.change(seen, {
      ...body,
      ...(moved && { reminded_at: null }),
      ...(closes && { finished_at: now }),
      ...(reopens && { finished_at: null }),
    })
    if (saved !== seen) stores.tasks.planReminder(saved)
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
