import { newId } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { checkPeople } from '../people/present.ts'
import { openTaskRoom, tasks } from './task.contract.ts'

/** The tasks that count in their maximum. */
export const open = { sql: `t.status = 'open'`, values: [] }

const { list, create, get, remove } = tasks
const made = crudHandlers({ list, create, get, remove }, ({ tasks }: Stores) => tasks, {
  sets: () => unset,
  mayRemove: (task, { tasks }) => tasks.forgetReminder(task),
})
const unset = { author_id: null, status: 'open' as const, reminded_at: null, result: '', closed_at: null }

export const taskHandlers = builder.implement(tasks, {
  ...made,

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

  change: async (input, stores) => {
    const { body, path, now } = input
    await checkPeople([body.user_id, body.assignee_id], input, stores)
    const seen = await stores.tasks.lock(path.id)
    const reopens = body.status === 'open' && seen.status !== 'open'
    if (reopens) await stores.tasks.refuseBeyond(openTaskRoom, open)
    const closes = body.status !== undefined && body.status !== 'open' && seen.status === 'open'
    const moved = body.remind_at !== undefined && body.remind_at !== seen.remind_at
    const saved = stores.tasks.change(seen, {
      ...body,
      ...(moved && { reminded_at: null }),
      ...(closes && { closed_at: now }),
      ...(reopens && { closed_at: null }),
    })
    if (saved !== seen) stores.tasks.planReminder(saved)
    return saved
  },
})
