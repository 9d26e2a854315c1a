// The room of a session as its participants have it, by their personal entry. For the gateway.
import { I, id, oneOf, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { RoomBlock } from '../blocks/block.contract.ts'
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

export const Room = z.object({
  title: text(200),
  host: text(200),
  status: WebinarSession.shape.status,
  starts_at: timestamp(),
  join_url: WebinarSession.shape.join_url.describe(
    'Where the video takes place; null unless the session is live.',
  ),
  says_recorded: z.boolean().describe('Whether the page says that what it shows is a recording.'),
  recording_url: text(2000).nullable(),
  writable: z
    .boolean()
    .describe('Whether the participant can write in the chat now, apart from the pause of slow mode.'),
  pinned: WebinarMessage.pick({ author_name: true, text: true }).nullable(),
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
    RoomBlock.pick({
      id: true,
      kind: true,
      status: true,
      title: true,
      offer_id: true,
      form_id: true,
      results: true,
    }).extend({
      choice: z.int32().nullable().describe('The place of the option that the participant has chosen.'),
    }),
  ),
})
export type Room = z.infer<typeof Room>

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
