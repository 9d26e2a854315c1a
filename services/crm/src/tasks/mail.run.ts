// E-mails about tasks of managers, through the mail server of the installation. Without one nobody is told.
import type { Work } from '@lms/service-host'
import { mailerOf } from '@lms/service-host/mail'
import { people, type User } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { readPeople } from '../people/read.ts'
import { announceTask, announceUnassigned, remindAssignee } from './mail.task.ts'
import { taskWords } from './mails.words.ts'
import { isStaff } from './staff.ts'
import type { ManagerTask } from './task.contract.ts'

export const remindAssigneeTask = builder.externalCall(remindAssignee, {
  prepare: async ({ payload, ...at }, { tasks }) => {
    const task = await tasks.find(payload.task_id)
    if (task?.status !== 'open' || task.reminded_at) return null
    return mailToAssignee(task, at, words => words.reminder(task.title))
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

export const announceTaskCall = builder.externalCall(announceTask, {
  // Whoever has given it away meanwhile, or finished it, is told nothing.
  prepare: async ({ payload, ...at }, { tasks }) => {
    const task = await tasks.find(payload.task_id)
    if (task?.status !== 'open' || task.assignee_id !== payload.assignee_id) return null
    return mailToAssignee(task, at, words => words.assigned(task.title))
  },
  call: async (mail, { key, runtime }) => {
    if (mail) await mailerOf(runtime)!.send({ ...mail, key })
  },
  finish: async () => {},
})

export const announceUnassignedCall = builder.externalCall(announceUnassigned, {
  prepare: async ({ payload }) => payload,

  call: async ({ user_id, count }, { key, runtime, school, requestId }) => {
    const mailer = mailerOf(runtime)
    if (!mailer) return
    const directory = runtime.client('users', { people }, { school, requestId }).people
    const { users } = await directory.administrators({})
    const left = (await readPeople([user_id], { school, requestId, runtime })).get(user_id)
    for (const { id, email, locale } of users.filter(user => user.id !== user_id)) {
      const words = taskWords(locale)
      const text = `${words.unassigned(count)}\n`
      await mailer.send({
        to: [email!],
        subject: words.left(nameOf(left, user_id)),
        text,
        key: `${key} ${id}`,
      })
    }
  },
  finish: async () => {},
})

type Words = ReturnType<typeof taskWords>

/** The e-mail to the assignee of a task in their language; null for nobody who can get it. */
async function mailToAssignee(
  task: Pick<ManagerTask, 'id' | 'title' | 'description' | 'due_at' | 'assignee_id'>,
  at: Pick<Work, 'work' | 'runtime'>,
  subject: (words: Words) => string,
) {
  const { id, title, description, due_at, assignee_id } = task
  if (!assignee_id || !mailerOf(at.runtime)) return null
  const person = (await readPeople([assignee_id], at)).get(assignee_id)
  if (!person?.email || !isStaff(person)) return null
  const words = taskWords(person.locale)
  const lines = [title, ...(description ? ['', description] : []), '']
  if (due_at) lines.push(words.due(due_at))
  return {
    to: [person.email],
    subject: subject(words),
    text: [...lines, words.task(id), ''].join('\n'),
  }
}

const nameOf = (user: User | undefined, id: string) =>
  [user?.first_name, user?.last_name].filter(Boolean).join(' ') || id
