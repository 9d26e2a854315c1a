// Messages as a person would read them, for dry runs of scenarios: nothing is sent or kept.
import { I, id, oneOf, resource, text } from '@lms/contract'
import { z } from 'zod'
import { messages } from '../messages/message.contract.ts'

/** Maximum messages of one call. */
export const maxRendered = 20

export const rendering = resource({
  render: I('POST /internal/messages/render', {
    summary: 'Fill in messages without sending them',
    callers: ['scenarios'],
    permission: null,
    body: z.strictObject({
      user_id: id('usr').nullable().describe('Whose values are filled in; null for nobody’s.'),
      check: z.boolean().default(false).describe('Whether they are only read, and not filled in.'),
      messages: z
        .array(
          messages.create.body.pick({
            transport: true,
            topic: true,
            template_id: true,
            subject: true,
            format: true,
            body: true,
            variables: true,
          }),
        )
        .min(1)
        .max(maxRendered),
    }),
    returns: z.object({
      results: z
        .array(
          z.object({
            subject: text(1000),
            text: text(200_000),
            missing: z.array(text(200)).max(100).describe('Variables without a value.'),
            error: text(500).nullable().describe('Why the message cannot be rendered; null if it can.'),
            field: oneOf(['body', 'template_id', 'topic']).describe('What the error is about.'),
          }),
        )
        .describe('In the order of the messages.'),
    }),
  }),
})
