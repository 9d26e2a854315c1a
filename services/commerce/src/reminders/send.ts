// Reminders go through the CRM, which knows addresses, who may be written to, and what became of a message.
import { actions } from '@lms/crm/contract'
import type { Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { type ReminderKind, reminderWords } from './reminder.words.ts'

export interface Reminder {
  kind: ReminderKind
  user_id: `usr_${string}`
  /** What it is about, besides the kind: the same is sent once. */
  about: string
  values: (language: string) => Record<string, string | number>
  /** After this it has nothing to tell. */
  until: string
}

/** Sends a reminder, once. Calls other services: nothing may be locked. */
export async function send(
  { kind, user_id, about, values, until }: Reminder,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<void> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { users } = await runtime
    .client('users', { people }, scope)
    .people.batch({ body: { ids: [user_id] } })
  const [user] = users
  if (user?.status !== 'active') return
  const message = {
    user_id,
    topic: 'orders',
    ...reminderWords(user.locale)[kind],
    variables: values(user.locale),
    expires_at: until,
  }
  const action = { kind: 'message' as const, key: `commerce ${kind} ${about}`, message }
  await runtime.client('crm', { actions }, scope).actions.carryOut({ body: { actions: [action] } })
}
