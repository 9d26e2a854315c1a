// Letters to people go through the CRM, which knows addresses, who may be written to, and what became of a message.
import { type Action, actions } from '@lms/crm/contract'
import type { Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { withParts } from '../notification-parts.words.ts'

export interface Letter {
  user_id: `usr_${string}`
  /** What it is about: the same is sent once. */
  key: string
  words: (language: string) => { subject: string; body: string }
  values: (language: string) => Record<string, string | number>
  /** After this it has nothing to tell; null for never. */
  until: string | null
  /** Whether no money moves: it says so at its end. */
  test: boolean
  /** The kind by which schools and people switch it off. */
  notification?: Extract<Action, { kind: 'message' }>['notification']
}

/** Sends a letter to a person who is active, once. Calls other services: nothing may be locked. */
export async function sendLetter(
  { user_id, key, words, values, until, test, notification }: Letter,
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
    ...withParts(words, 'test')(user.locale),
    variables: { ...values(user.locale), test: test ? 'true' : '' },
    expires_at: until,
  }
  const action = {
    kind: 'message' as const,
    key: `commerce ${key}`,
    message,
    ...(notification && { notification }),
  }
  await runtime.client('crm', { actions }, scope).actions.carryOut({ body: { actions: [action] } })
}
