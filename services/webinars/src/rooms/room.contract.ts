// The room of a session as its participants have it, by their personal entry. For the gateway, which sets it into the layout
// at {site_url}/rooms/{token}.
import { I, id, oneOf, PageFragment, pageVisit, resource, text } from '@lms/contract'
import { z } from 'zod'
import { maxOptions, type RoomBlock } from '../blocks/block.contract.ts'
import type { MessageContent, RoomMessage } from '../live/message-html.ts'
import { roomEventKinds, storedEvents } from '../live/room-event-kinds.ts'
import { WebinarMessage } from '../messages/message.contract.ts'
import { WebinarSession } from '../sessions/session.object.ts'

/** Maximum messages that the page shows: the newest ones. */
export const messagesOfRoom = 50
/** Seconds between two beats of a participant. */
export const beatSeconds = 15
/** The same while too many come: with the tenth by which they are spread, a gap of one slot, which is closed. */
export const slowBeatSeconds = 25

const token = text(200, 1)

/** Why something that a participant sent was not taken. */
export const roomProblems = [
  'chat_closed',
  'author_banned',
  'too_soon',
  'chat_limit_reached',
  'not_answerable',
  'question_closed',
] as const

export type RoomProblem = (typeof roomProblems)[number]

/** What is to be seen in a room. */
export interface RoomFilm {
  /** frame, media: in the room, beside the chat. tab: in a tab of its own, because it may forbid frames. */
  shows: 'none' | 'frame' | 'media' | 'tab'
  /** Another one is another film, but not the same one from another position; empty for none. */
  key: string
  /** What is loaded; `?video` behind the room for the own entry of each participant. */
  url: string
  /** Where it comes from, for the content policy; empty in a tab. */
  origin: string
  isRecording: boolean
}

/** The room itself, the same for all participants. */
export interface RoomState {
  title: string
  host: string
  status: WebinarSession['status']
  starts_at: string
  /** Whether the page says that what it shows is a recording. */
  says_recorded: boolean
  film: RoomFilm
  /** Whether participants can write now. */
  chat_open: boolean
}

/** A block as everybody in the room has it. */
export type RoomBlockView = Pick<
  RoomBlock,
  | 'id'
  | 'session_id'
  | 'kind'
  | 'status'
  | 'title'
  | 'offer_id'
  | 'form_id'
  | 'multiple'
  | 'ends_at'
  | 'price'
  | 'results'
>

/** A question as everybody in the room has it. */
export type RoomQuestion = RoomMessage & Pick<WebinarMessage, 'status' | 'votes' | 'answered_at'>

/** What the page of a room says to its participant. */
export interface Room extends RoomState {
  /** What the content policy of the page allows for its film. */
  sources: { frames: string[]; media: string | null }
  /** The last event of the room that this certainly contains. */
  number: number
  /** Whether the participant is banned from the chat: they do not read it, either. */
  banned: boolean
  /** Whether the participant can write in the chat now, apart from the pause of slow mode. */
  writable: boolean
  pinned: MessageContent | null
  messages: readonly (RoomMessage & Pick<WebinarMessage, 'status'>)[]
  /** With whether the participant has voted for it, or asked it. */
  questions: readonly (RoomQuestion & { voted: boolean })[]
  /** Since when the participant raises a hand. */
  hand_raised_at: string | null
  /** How many raise a hand. */
  hands: number
  /** With the places of the options that the participant has chosen. */
  blocks: readonly (RoomBlockView & { choices: readonly number[] })[]
}

/** One event of a room, with what it is about as it is now, for the stream of the room. */
const RoomChange = z.object({
  number: z.int32().min(1),
  kind: oneOf(roomEventKinds),
  data: z
    .record(z.string(), z.unknown())
    .describe('HTML, and what the script of the page needs to place it.'),
})
export type RoomChange = z.infer<typeof RoomChange>

const Outcome = z.object({
  problem: oneOf(roomProblems).nullable().describe('Why it was not taken; null if it was.'),
})

export const rooms = resource({
  show: I('POST /internal/rooms/show', {
    summary: 'The page of the room of a personal entry',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      ...pageVisit,
      token,
      problem: oneOf(roomProblems).nullable().describe('Why what the participant sent was not taken.'),
    }),
    returns: PageFragment,
  }),
  write: I('POST /internal/rooms/write', {
    summary: 'A message of a participant',
    callers: ['gateway'],
    permission: null,
    body: z.object({
      token,
      text: WebinarMessage.shape.text,
      kind: WebinarMessage.shape.kind.default('chat'),
    }),
    returns: Outcome,
  }),
  answer: I('POST /internal/rooms/answer', {
    summary: 'The answer of a participant to a poll; the first one stays',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token, block_id: id('wbb'), choices: z.array(z.int32().min(0)).min(1).max(maxOptions) }),
    returns: Outcome,
  }),
  vote: I('POST /internal/rooms/vote', {
    summary: 'The vote of a participant for a question that is not answered',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token, message_id: id('wbm') }),
    returns: Outcome,
  }),
  raiseHand: I('POST /internal/rooms/raise-hand', {
    summary: 'A participant of a live session raises a hand, or lowers it',
    callers: ['gateway'],
    permission: null,
    body: z.object({ token, raised: z.boolean() }),
    returns: Outcome,
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
    body: z.object({
      session_id: id('wbs'),
      after: z.int32().min(0),
      language: pageVisit.language,
      time_zone: pageVisit.time_zone,
    }),
    returns: z.object({
      last: z.int32().min(0).describe('The last event that this contains.'),
      from: z.int32().min(0).describe('The event after which this is complete.'),
      changes: z.array(RoomChange).max(storedEvents),
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
