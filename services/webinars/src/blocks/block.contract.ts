// What is shown in the room beside the video: a button to buy an offer, a poll, a form.
import {
  A,
  amount,
  atMost,
  bodiesOf,
  computedTime,
  currency,
  distinct,
  id,
  LN,
  oneOf,
  reference,
  refuse,
  resource,
  slug,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'

const maxBlocks = 100
/** Maximum answers that a poll offers. */
export const maxOptions = 20

export const RoomBlock = z.object({
  id: id('wbb'),
  session_id: id('wbs'),
  key: slug().describe('The name of the block in its session: the same key changes the block.'),
  kind: oneOf(['sale', 'poll', 'form']).describe('What the block shows: an offer, a poll or a form.'),
  status: oneOf(['hidden', 'visible', 'closed']).describe(
    'closed: it is shown, and takes no answers any more.',
  ),
  title: text(300, 1)
    .meta({ examples: ['How often do you paint?'] })
    .describe('The heading of the block; of a poll the question.'),
  offer_id: reference(['off']).nullable().describe('What the button of a sale leads to: /buy/{offer_id}.'),
  form_id: reference(['frm']).nullable().describe('The form.'),
  options: distinct(text(200, 1), maxOptions).describe('What a poll offers, at least two.'),
  multiple: z.boolean().describe('Whether a participant may choose several options of a poll.'),
  offset_seconds: z
    .int32()
    .min(0)
    .max(86_400)
    .nullable()
    .describe('When it is shown by itself: seconds after the start of the session; null for by hand alone.'),
  duration_seconds: z
    .int32()
    .min(1)
    .max(86_400)
    .nullable()
    .describe('For how long it is open once it is shown: then it is closed by itself; null for no end.'),
  shown_at: timestamp().nullable().describe('Since when it is shown; null while it is hidden.'),
  ends_at: computedTime().nullable().describe('When it is closed by itself; the room counts down to it.'),
  price: z
    .object({
      amount: amount('The present price of the offer, without taxes that are added to it.'),
      struck_amount: amount('The usual price, while an early price is valid.').nullable(),
      currency: currency(),
    })
    .nullable()
    .describe('What the offer of a sale costs now; null for other kinds, and while it cannot be asked.'),
  results: z
    .array(
      z.object({
        option: text(200).describe('One of the options of the poll.'),
        answers: z.int32().min(0).describe('How many participants have chosen it.'),
      }),
    )
    .max(maxOptions)
    .describe('How many participants have chosen each option of a poll.'),
  ...stamps,
})
export type RoomBlock = z.infer<typeof RoomBlock>

export const refusals = refuse({
  blocks_limit_reached: {
    status: 409,
    when: `the session has ${maxBlocks} blocks`,
    message: `A session has at most ${maxBlocks} blocks. Change one that is there, by its key.`,
  },
  block_invalid: {
    status: 422,
    when: 'the fields do not fit the kind: a sale has an offer, a form a form, a poll two options or more, and it alone several choices',
    message:
      'Send exactly what the kind needs: offer_id for sale, form_id for form, at least two options for poll, multiple for poll alone.',
  },
  block_kept: {
    status: 409,
    when: 'the kind of a block would change, or the options or multiple of a poll that has answers',
    message:
      'The kind of a block stays, and so do options and multiple of a poll that has answers. Use another key.',
  },
})

const bodies = bodiesOf(RoomBlock, {
  readOnly: ['session_id', 'shown_at', 'ends_at', 'price', 'results'],
  defaults: { status: 'hidden', options: [], multiple: false },
})
export const NewBlock = bodies.create
export type NewBlock = z.output<typeof NewBlock>

export const roomBlocks = resource({
  list: LN('GET /v1/webinar-sessions/{id}/blocks', {
    summary: 'List the blocks in the room of a session, with the results of polls',
    permission: 'webinar-sessions:read',
    returns: RoomBlock,
    list: { filters: {}, sorts: ['created_at'], defaultSort: 'created_at' },
  }),
  put: A('POST /v1/webinar-sessions/{id}/blocks', {
    summary: 'Add a block to the room of a session, or change the block with the same key',
    permission: 'webinar-sessions:write',
    body: NewBlock,
    example: {
      key: 'how-often',
      kind: 'poll',
      title: 'How often do you paint?',
      options: ['Daily', 'Weekly'],
    },
    returns: RoomBlock,
    bound: atMost(maxBlocks, refusals.blocks_limit_reached),
    refuses: [refusals.block_invalid, refusals.block_kept],
  }),
})
