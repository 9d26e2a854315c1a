// What is shown in the room beside the video: a button to buy an offer, a poll, a form.
import {
  A,
  atMost,
  bodiesOf,
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
} from '@lms/contract'
import { z } from 'zod'

const maxBlocks = 100
/** Maximum answers that a poll offers. */
export const maxOptions = 20

export const RoomBlock = z.object({
  id: id('wbb'),
  session_id: id('wbs'),
  key: slug().describe('The name of the block in its session: the same key changes the block.'),
  kind: oneOf(['sale', 'poll', 'form']),
  status: oneOf(['hidden', 'shown', 'closed']).describe(
    'closed: it is shown, and takes no answers any more.',
  ),
  title: text(300, 1).meta({ examples: ['How often do you paint?'] }),
  offer_id: reference(['off']).nullable().describe('What the button of a sale leads to: /buy/{offer_id}.'),
  form_id: reference(['frm']).nullable().describe('The form.'),
  options: distinct(text(200, 1), maxOptions).describe('What a poll offers, at least two.'),
  offset_seconds: z
    .int32()
    .min(0)
    .max(86_400)
    .nullable()
    .describe('When it is shown by itself: seconds after the start of the session; null for by hand alone.'),
  results: z
    .array(z.object({ option: text(200), answers: z.int32().min(0) }))
    .max(maxOptions)
    .describe('The answers to a poll: one for each participant.'),
  ...stamps,
})
export type RoomBlock = z.infer<typeof RoomBlock>

export const refusals = refuse({
  blocks_full: {
    status: 409,
    when: `the session has ${maxBlocks} blocks`,
    message: `A session has at most ${maxBlocks} blocks. Change one that is there, by its key.`,
  },
  block_unfit: {
    status: 422,
    when: 'the fields do not fit the kind: a sale has an offer, a form a form, a poll two options or more',
    message:
      'Send exactly what the kind needs: offer_id for sale, form_id for form, at least two options for poll.',
  },
  block_kept: {
    status: 409,
    when: 'the kind of a block would change, or the options of a poll that has answers',
    message: 'The kind of a block stays, and so do the options of a poll that has answers. Use another key.',
  },
})

const bodies = bodiesOf(RoomBlock, {
  readOnly: ['session_id', 'results'],
  defaults: { status: 'hidden', options: [] },
})
export const NewBlock = bodies.create
export type NewBlock = z.output<typeof NewBlock>

export const roomBlocks = resource({
  list: LN('GET /v1/webinar-sessions/{id}/blocks', {
    summary: 'List what is shown in the room of a session, with the results of polls',
    permission: 'webinar-sessions:read',
    returns: RoomBlock,
    list: { filters: {}, sorts: ['created_at'], defaultSort: 'created_at' },
  }),
  put: A('POST /v1/webinar-sessions/{id}/blocks', {
    summary: 'Add a block to the room of a session; with the key of one that is there, change it',
    permission: 'webinar-sessions:write',
    body: NewBlock,
    example: {
      key: 'how-often',
      kind: 'poll',
      title: 'How often do you paint?',
      options: ['Daily', 'Weekly'],
    },
    returns: RoomBlock,
    bound: atMost(maxBlocks, refusals.blocks_full),
    refuses: [refusals.block_unfit, refusals.block_kept],
  }),
})
