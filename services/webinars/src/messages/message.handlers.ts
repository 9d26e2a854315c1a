// Whatever changes a pinned message locks its session first: of parallel pins one is left, and events follow their order.
import { type Caller, type Id, Refused } from '@lms/contract'
import { builder, type Stores } from '../builder.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import { messagePinned, messageUnpinned, refusals, webinarMessages } from './message.contract.ts'
import type { MessageRow } from './message.store.ts'
import { authorOf, post } from './post.ts'

export const messageHandlers = builder.implement(webinarMessages, {
  list: ({ query }, { messages }) => messages.page(query),

  create: async ({ body, caller, ...ctx }, stores) => {
    const { session_id, kind, text } = body
    if (!(await stores.sessions.find(session_id))) throw new Refused(refusals.session_unknown)
    const user_id = writerOf(body.user_id, caller)
    if (user_id === null)
      return post(
        { session_id, kind, text, user_id, author_name: body.author_name, author_role: 'staff' },
        ctx,
        stores,
      )
    const author = await authorOf(user_id, ctx)
    if (!author || !(await stores.people.holdPresent(user_id))) throw new Refused(refusals.not_participant)
    return post({ session_id, kind, text, user_id, ...author }, ctx, stores)
  },

  update: async ({ path, body, now, emit, ...ctx }, stores) => {
    const { messages, registrations, roomEvents } = stores
    const { message, session } = await lockInSession(path.id, stores)
    messages.checkVersion(message)
    if (body.ban_author !== undefined) {
      if (message.user_id === null) throw new Refused(refusals.no_author)
      const registration = await registrations.lockOf(message.session_id, message.user_id)
      if (registration) registrations.save(registration, { banned: body.ban_author })
      if (registration && body.ban_author) roomEvents.cut(registration.id)
    }
    if (body.answered !== undefined && message.kind !== 'question') throw new Refused(refusals.no_question)
    const edited = {
      ...(body.text === undefined || body.text === message.text ? {} : { text: body.text, edited_at: now }),
      ...(body.answered !== undefined && {
        answered_at: body.answered ? (message.answered_at ?? now) : null,
      }),
    }
    if (body.status === undefined || body.status === message.status) {
      const saved = messages.save(message, edited)
      if (saved !== message && saved.status === 'visible') {
        roomEvents.tellMessage(session, saved, ctx)
        if (saved.pinned) roomEvents.tell(session, 'pin', '', ctx)
      }
      return saved
    }
    const hides = body.status === 'hidden'
    const changes = { ...edited, ...(hides && { pinned: false }) }
    const changed = messages.move(message, hides ? 'hide' : 'show', changes)
    if (hides) roomEvents.tell(session, 'gone', message.id, ctx)
    else roomEvents.tellMessage(session, changed, ctx)
    if (message.pinned && hides) {
      emit(messageUnpinned, changed)
      roomEvents.tell(session, 'pin', '', ctx)
    }
    return changed
  },

  delete: async ({ path, emit, ...ctx }, stores) => {
    const { message, session } = await lockInSession(path.id, stores)
    const { roomEvents } = stores
    stores.messages.checkVersion(message)
    roomEvents.tell(session, 'gone', message.id, ctx)
    if (message.pinned) {
      emit(messageUnpinned, { ...message, pinned: false })
      roomEvents.tell(session, 'pin', '', ctx)
    }
    stores.messages.remove(message)
    return { id: message.id, deleted: true as const }
  },

  pin: async ({ path, emit, ...ctx }, stores) => {
    const { messages, roomEvents } = stores
    const { message, session } = await lockInSession(path.id, stores)
    messages.checkVersion(message)
    if (message.status !== 'visible') throw new Refused(refusals.message_not_visible)
    if (message.pinned) return message
    const before = await messages.lockPinned(message.session_id)
    if (before) emit(messageUnpinned, messages.save(before, { pinned: false }))
    const pinned = messages.save(message, { pinned: true })
    emit(messagePinned, pinned)
    roomEvents.tell(session, 'pin', '', ctx)
    return pinned
  },

  unpin: async ({ path, emit, ...ctx }, stores) => {
    const { messages, roomEvents } = stores
    const { message, session } = await lockInSession(path.id, stores)
    messages.checkVersion(message)
    if (!message.pinned) return message
    const unpinned = messages.save(message, { pinned: false })
    emit(messageUnpinned, unpinned)
    roomEvents.tell(session, 'pin', '', ctx)
    return unpinned
  },
})

/** The message, locked after its session. */
async function lockInSession(
  id: string,
  { messages, sessions }: Stores,
): Promise<{ message: MessageRow; session: SessionRow }> {
  const { session_id } = await messages.get(id)
  const session = await sessions.lockAnyVersion(session_id)
  return { message: await messages.lockAnyVersion(id), session }
}

/** The participant who writes; null for staff. */
function writerOf(writer: Id<'usr'> | null, { role, user }: Caller): Id<'usr'> | null {
  if (role !== 'student') return writer
  if (!user || (writer !== null && writer !== user)) throw new Refused(refusals.not_participant)
  return user as Id<'usr'>
}
