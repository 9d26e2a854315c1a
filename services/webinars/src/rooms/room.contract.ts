// The room of a session as its participants have it, by their personal entry. For the gateway.
import { I, id, oneOf, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { RoomBlock } from '../blocks/block.contract.ts'
import { keptEvents, roomEventKinds } from '../live/room-event-kinds.ts'
import { WebinarMessage } from '../messages/message.contract.ts'
import { WebinarSession } from '../sessions/session.object.ts'

/** Maximum messages that the page shows: the newest ones. */
export const shownMessages = 50
/** Seconds between two beats of a participant. */
export const beatSeconds = 15

const token = text(200, 1)

/** Why something that a participant sent was not taken. */
export const roomProblems = [
  'chat_closed',
  'author_banned',
  'too_soon',
  'chat_full',
  'not_answerable',
] as const

const RoomState = z.object({
  host: text(200),
  status: WebinarSession.shape.status,
  starts_at: timestamp(),
  video_open: z.boolean().describe('Whether entries lead to the video now: `?video` behind the room.'),
  says_recorded: z.boolean().describe('Whether the page says that what it shows is a recording.'),
  recording_url: text(2000).nullable(),
  chat_open: z.boolean().describe('Whether participants can write now.'),
})
export type RoomState = z.infer<typeof RoomState>

const Said = WebinarMessage.pick({ author_name: true, text: true })
const ShownBlock = RoomBlock.pick({
  id: true,
  session_id: true,
  kind: true,
  status: true,
  title: true,
  offer_id: true,
  form_id: true,
  results: true,
})
export type ShownBlock = z.infer<typeof ShownBlock>

export const Room = RoomState.extend({
  title: text(200),
  number: z.int32().min(0).describe('The last event of the room that this certainly contains.'),
  banned: z
    .boolean()
    .describe('Whether the participant is banned from the chat: they do not read it, either.'),
  writable: z
    .boolean()
    .describe('Whether the participant can write in the chat now, apart from the pause of slow mode.'),
  pinned: Said.nullable(),
  messages: z
    .array(
      WebinarMessage.pick({ id: true, author_name: true, text: true, status: true, created_at: true }).extend(
        {
          own: z.boolean(),
        },
      ),
    )
    .max(shownMessages),
  blocks: z.array(
    ShownBlock.extend({
      choice: z.int32().nullable().describe('The place of the option that the participant has chosen.'),
    }),
  ),
})
export type Room = z.infer<typeof Room>

/** One event of a room, with what it is about as it is now. */
const RoomChange = z.object({
  number: z.int32().min(1),
  kind: oneOf(roomEventKinds),
  id: text(40).describe('The message or block; empty for the room.'),
  message: Said.nullable().describe('That of `message`, or the pinned one of `pin`; null if there is none.'),
  block: ShownBlock.nullable().describe('That of `block` and `poll`; null if it is not shown.'),
  state: RoomState.nullable().describe('That of `state`.'),
})
export type RoomChange = z.infer<typeof RoomChange>

const Taken = z.object({
  problem: oneOf(roomProblems).nullable().describe('Why it was not taken; null if it was.'),
})

export const rooms = resource({
  show: I('POST /internal/rooms/show', {
    summary: 'The room of a personal entry',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token }),
    returns: Room,
  }),
  write: I('POST /internal/rooms/write', {
    summary: 'A message of a participant',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token, text: WebinarMessage.shape.text }),
    returns: Taken,
  }),
  answer: I('POST /internal/rooms/answer', {
    summary: 'The answer of a participant to a poll; the first one stays',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token, block_id: id('wbb'), choice: z.int32().min(0) }),
    returns: Taken,
  }),
  join: I('POST /internal/rooms/join', {
    summary: 'Where an entry leads to the video: that of a participant, or that of a session for its host',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token }),
    returns: z.object({ url: text(8000).nullable().describe('Null while there is no video.') }),
  }),
  enter: I('POST /internal/rooms/enter', {
    summary: 'Whose entry it is, for the stream of the room; not that of who is banned',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token }),
    returns: z.object({ registration_id: id('wbr'), user_id: id('usr'), session_id: id('wbs') }),
  }),
  changes: I('POST /internal/rooms/changes', {
    summary: 'What changed in a room after an event; of several changes of one thing the last',
    callers: ['gateway'],
    permission: null,
    body: z.object({ session_id: id('wbs'), after: z.int32().min(0) }),
    returns: z.object({
      last: z.int32().min(0).describe('The last event that this contains.'),
      from: z.int32().min(0).describe('The event after which this is complete.'),
      status: WebinarSession.shape.status,
      changes: z.array(RoomChange).max(keptEvents),
    }),
  }),
  beat: I('POST /internal/rooms/beat', {
    summary: 'A participant is present now, or watches this position of the recording',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      token,
      position_seconds: z
        .int32()
        .min(0)
        .max(604_800)
        .nullable()
        .describe('In the recording; null for live presence.'),
    }),
    returns: z.object({
      status: WebinarSession.shape.status,
      next_seconds: z.int32().describe('When the next beat is expected.'),
    }),
  }),
})
