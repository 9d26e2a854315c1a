// The chat of a session. Who posts is a participant or staff; what is shown is decided by those who may run the session.
import {
  A,
  atMost,
  C,
  deleted,
  event,
  filter,
  id,
  L,
  M,
  oneOf,
  personal,
  refuse,
  resource,
  stamps,
  statusOf,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { messageLifecycle } from './message.lifecycle.ts'

/** Maximum messages of one session, deleted ones included. */
export const maxMessages = 100_000

export const WebinarMessage = z.object({
  id: id('wbm'),
  session_id: id('wbs'),
  sequence: z
    .int32()
    .min(1)
    .describe('Rises with each new message of the session, in the order of the chat.'),
  user_id: id('usr').nullable().describe('The participant; null for staff without a person.'),
  author_name: personal(text(200)).describe('As participants read it, at the time of the message.'),
  kind: oneOf(['chat', 'question']).describe(
    'question: it stands apart from the chat until it is answered, with the votes of those who want to know it, too.',
  ),
  author_role: oneOf(['participant', 'staff']).describe(
    'staff: somebody of the school, in its name or, where they take part themselves, in their own.',
  ),
  text: personal(text(2000, 1)),
  status: statusOf(messageLifecycle).describe(
    'pending: it waits for approval. Participants read what is visible, and their own.',
  ),
  pinned: z.boolean().describe('At most one message of a session is pinned.'),
  votes: z
    .int32()
    .min(0)
    .describe('Participants who want a question answered, besides its author. They vote in the room.'),
  answered_at: timestamp().nullable().describe('When staff has marked a question as answered.'),
  edited_at: timestamp().nullable(),
  scripted: z.boolean().describe('Whether it comes from the script of an auto-webinar.'),
  ...stamps,
})
export type WebinarMessage = z.infer<typeof WebinarMessage>

export const refusals = refuse({
  session_unknown: {
    status: 422,
    when: 'session_id is not the id of a session of the school that the caller may see',
    message: 'session_id must be the id of a webinar session of this school.',
  },
  not_participant: {
    status: 422,
    when: 'the person is not registered for the session, or blocked in the school, or a student names somebody else',
    message: 'Only a registered person can write here. Register them first: POST /v1/webinar-registrations.',
  },
  chat_closed: {
    status: 409,
    when: 'the session is not live, or its chat is closed; staff can write before the session, too',
    message: 'The chat of this session is closed. It opens when the session is live.',
  },
  chat_limit_reached: {
    status: 409,
    when: 'as many messages were written in the chat as it takes in all',
    message: `A chat takes ${maxMessages} messages in all. Schedule another session.`,
  },
  author_banned: {
    status: 409,
    when: 'the person was banned from the chat of the session',
    message: 'This person can no longer write in this chat. Staff lifts a ban: PATCH {"ban_author": false}.',
  },
  too_soon: {
    status: 409,
    when: 'the person wrote less than the pause of the slow mode ago',
    message: 'This chat is in slow mode. Wait before you write again.',
  },
  message_not_visible: {
    status: 409,
    when: 'the message is hidden or pending',
    message: 'Participants do not see this message. Show it first: PATCH {"status": "visible"}.',
  },
  no_question: {
    status: 409,
    when: 'answered is sent for a message that is no question',
    message: 'Only a question can be answered. The kind of a message stays as it was written.',
  },
  no_author: {
    status: 409,
    when: 'a ban is asked for the author of a message without a person',
    message: 'This message has no person who could be banned.',
  },
})

const related = ['user_id', 'session_id', 'webinar_message_id'] as const
export const messagePinned = event('webinar.message_pinned', {
  when: 'a message was pinned; the one before it was unpinned first',
  object: WebinarMessage,
  related,
  example: { pinned: true },
})
export const messageUnpinned = event('webinar.message_unpinned', {
  when: 'a message was unpinned: by hand, by the next one, or because it was hidden or deleted',
  object: WebinarMessage,
  related,
})

const moderate = 'webinar-sessions:write'
export const webinarMessages = resource({
  list: L('GET /v1/webinar-messages', {
    summary:
      'Read the chat; for what is new in a session, ask with session_id and sequence[gt]= the last sequence you have',
    permission: 'webinar-messages:read',
    returns: WebinarMessage,
    list: { filters: { sequence: filter.integer }, sorts: ['created_at', 'updated_at', 'sequence'] },
  }),
  create: C('POST /v1/webinar-messages', {
    summary: 'Write in the chat',
    permission: 'webinar-messages:write',
    body: z.strictObject({
      session_id: id('wbs'),
      user_id: id('usr')
        .nullable()
        .default(null)
        .describe('The participant, where staff passes on what they wrote; a student writes for themselves.'),
      author_name: text(200)
        .default('')
        .describe('The name that staff writes under. A participant has the name of their profile.'),
      kind: WebinarMessage.shape.kind.default('chat'),
      text: WebinarMessage.shape.text,
    }),
    example: { session_id: 'wbs_01h455vb4pex5vsknk084sn02q', text: 'Good evening!' },
    returns: WebinarMessage,
    bound: atMost(maxMessages, refusals.chat_limit_reached),
    refuses: [
      refusals.session_unknown,
      refusals.not_participant,
      refusals.chat_closed,
      refusals.author_banned,
      refusals.too_soon,
    ],
  }),
  update: M('PATCH /v1/webinar-messages/{id}', {
    summary: 'Moderate: edit, approve, hide or show a message, or ban its author from this chat',
    permission: moderate,
    body: z.strictObject({
      text: WebinarMessage.shape.text.optional(),
      status: oneOf(['visible', 'hidden']).optional(),
      answered: z.boolean().optional().describe('Whether a question was answered.'),
      ban_author: z.boolean().optional().describe('Whether the author can no longer write in this chat.'),
    }),
    example: { text: 'Good evening, everybody!' },
    returns: WebinarMessage,
    refuses: [refusals.no_author, refusals.no_question],
    emits: [messageUnpinned],
  }),
  delete: M('DELETE /v1/webinar-messages/{id}', {
    summary: 'Delete a message',
    permission: moderate,
    returns: deleted(id('wbm')),
    emits: [messageUnpinned],
  }),
  pin: A('POST /v1/webinar-messages/{id}/pin', {
    summary: 'Pin a message; the one that was pinned is unpinned',
    permission: moderate,
    returns: WebinarMessage,
    bound: null,
    refuses: [refusals.message_not_visible],
    emits: [messagePinned, messageUnpinned],
  }),
  unpin: M('DELETE /v1/webinar-messages/{id}/pin', {
    summary: 'Unpin a message; another that is pinned meanwhile stays',
    permission: moderate,
    returns: WebinarMessage,
    emits: [messageUnpinned],
  }),
})
