// E-mails about tasks of managers, through the mail server of the installation. Without one nobody is told.
import { mailOf } from '@lms/html/mail'
import type { Work } from '@lms/service-host'
import { mailerOf, untilWhole } from '@lms/service-host/mail'
import { people, type User } from '@lms/users/contract'
import { builder } from '../builder.ts'
import { lookOf } from '../content/values.ts'
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
  prepare: async ({ payload: { user_id, count }, state, ...at }) => {
    if (!mailerOf(at.runtime)) return null
    const scope = { school: at.work.school, requestId: at.work.origin.requestId }
    const [{ users }, leavers] = await Promise.all([
      at.runtime.client('users', { people }, scope).people.administrators({}),
      readPeople([user_id], at),
    ])
    const administrators = users.filter(({ id }) => id !== user_id)
    if (administrators.length === 0) return null
    // One text for all, in the language of the one who has been there longest.
    const words = taskWords(administrators[0]!.locale)
    return {
      receivers: state?.receivers ?? [],
      to: administrators.map(({ email }) => email!),
      ...(await inLayout(at, {
        locale: administrators[0]!.locale,
        subject: words.left(nameOf(leavers.get(user_id), user_id)),
        lines: [words.unassigned(count)],
      })),
    }
  },
  call: async (mail, { key, runtime }) => {
    return mail && mailerOf(runtime)!.sendToAll({ ...mail, key }, mail.receivers)
  },
  finish: async ({ outcome, now }) => (outcome ? untilWhole(outcome, now) : undefined),
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
  const lines = [title, ...(description ? [description] : []), ...(due_at ? [words.due(due_at)] : [])]
  const { locale } = person
  return {
    to: person.email,
    ...(await inLayout(at, { locale, subject: subject(words), lines: [...lines, words.task(id)] })),
  }
}

/** The mail as the school writes. */
async function inLayout(at: Pick<Work, 'work' | 'runtime'>, mail: Parameters<typeof mailOf>[1]) {
  const look = await lookOf(at)
  return { from_name: look.name, ...mailOf(look, mail) }
}

const nameOf = (user: User | undefined, id: string) =>
  [user?.first_name, user?.last_name].filter(Boolean).join(' ') || id
