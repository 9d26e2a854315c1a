// Every message is posted here, under the lock of its session: numbers have no gaps in between, and slow mode is exact.
import { type Id, maxOf, newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import type { Stores } from '../builder.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import { refusals, webinarMessages } from './message.contract.ts'
import { statusOfNew, type Writer } from './message.rules.ts'
import type { MessageRow } from './message.store.ts'

export interface NewMessage {
  session_id: Id<'wbs'>
  kind: MessageRow['kind']
  text: string
  author_name: string
  author_role: MessageRow['author_role']
  /** The participant; null for staff without a person. */
  user_id: Id<'usr'> | null
}

/** Posts a message. A participant is held present before; refuses who is not registered. */
export async function post(
  message: NewMessage,
  { now, runtime }: Pick<Work, 'now' | 'runtime'>,
  { messages, registrations, roomEvents, sessions }: Stores,
): Promise<MessageRow> {
  const session = await sessions.lockAnyVersion(message.session_id)
  const writer = await writerOf(message, { messages, registrations })
  const status = statusOfNew(session, writer, now)
  return add(
    session,
    { ...message, status, scripted: false },
    { runtime },
    { messages, roomEvents, sessions },
  )
}

/** Posts a message of a script, if the session is still live. */
export async function say(
  message: Omit<NewMessage, 'user_id' | 'author_role' | 'kind'>,
  { now, runtime }: Pick<Work, 'now' | 'runtime'>,
  { messages, roomEvents, sessions }: Stores,
): Promise<void> {
  const session = await sessions.lockAnyVersion(message.session_id)
  if (session.status !== 'live') return
  const status = statusOfNew(session, 'staff', now)
  const by = { user_id: null, author_role: 'staff', kind: 'chat' } as const
  const posted = { ...message, ...by, status, scripted: true }
  add(session, posted, { runtime }, { messages, roomEvents, sessions })
}

/** Adds a message at the end of the chat of a locked session. */
function add(
  session: SessionRow,
  written: NewMessage & Pick<MessageRow, 'status' | 'scripted'>,
  ctx: Pick<Work, 'runtime'>,
  { messages, roomEvents, sessions }: Pick<Stores, 'messages' | 'roomEvents' | 'sessions'>,
): MessageRow {
  const { id: session_id, last_sequence } = session
  const { most, refusal } = maxOf(webinarMessages.create.bound)!
  if (last_sequence >= most) throw new Refused(refusal)
  sessions.countMessage(session_id)
  const defaults = {
    sequence: last_sequence + 1,
    pinned: false,
    votes: 0,
    answered_at: null,
    edited_at: null,
  }
  const added = messages.insert({ ...messages.fresh(newId('wbm')), ...defaults, ...written })
  // What waits for approval is for its author alone.
  if (added.status === 'visible') roomEvents.tellMessage(session, added, ctx)
  return added
}

async function writerOf(
  { session_id: sessionId, user_id: userId, author_role }: NewMessage,
  { messages, registrations }: Pick<Stores, 'messages' | 'registrations'>,
): Promise<Writer> {
  if (userId === null) return 'staff'
  const [registration, last_at] = await Promise.all([
    registrations.lockOf(sessionId, userId),
    messages.lastOf(sessionId, userId),
  ])
  if (registration?.status !== 'registered') throw new Refused(refusals.not_participant)
  return author_role === 'staff' ? 'staff' : { banned: registration.banned, last_at }
}

/** A person as the chat and the video show them. */
export type Author = Pick<NewMessage, 'author_name' | 'author_role'>

/** The person as an author; null if there is no such person, and for one who is blocked in the school. */
export async function authorOf(
  userId: Id<'usr'>,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Author | null> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { users } = await runtime.client('users', { people }, scope).people.batch({ body: { ids: [userId] } })
  const [user] = users
  if (user?.status !== 'active') return null
  const author_name = `${user.first_name} ${user.last_name}`.trim().slice(0, 200)
  return { author_name, author_role: user.role === 'student' ? 'participant' : 'staff' }
}
