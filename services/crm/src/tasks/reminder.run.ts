// Without a mail server nobody is reminded.
import { mailerOf } from '@lms/service-host/mail'
import { people } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { remindAssignee } from './reminder.task.ts'
import { reminderMail } from './reminder-text.ts'

export const remindAssigneeTask = builder.externalCall(remindAssignee, {
  prepare: async ({ payload, work, runtime }, { tasks }) => {
    const task = await tasks.find(payload.task_id)
    if (!task?.assignee_id || task.status !== 'open' || task.reminded_at || !mailerOf(runtime)) return null
    const scope = { school: work.school, requestId: work.origin.requestId }
    const { users } = await runtime
      .client('users', { people }, scope)
      .people.batch({ body: { ids: [task.assignee_id] } })
    const [person] = users
    if (person?.status !== 'active' || !person.email) return null
    return { to: [person.email], ...reminderMail(task) }
  },

  call: async (mail, { key, runtime }) => {
    if (mail) await mailerOf(runtime)!.send({ ...mail, key })
    return mail !== null
  },

  finish: async ({ payload, now, outcome }, { tasks }) => {
    if (!outcome) return
    const seen = await tasks.find(payload.task_id)
    if (seen) tasks.save(await tasks.lock(seen.id), { reminded_at: now })
  },
})
