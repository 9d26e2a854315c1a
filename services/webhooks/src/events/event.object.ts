import { id, text, timestamp } from '@lms/contract'
import { z } from 'zod'

/** The envelope for receivers and for readers of the journal. */
export const EventEnvelope = z.object({
  id: id('evt').describe('The key for deduplication: the same for every delivery and attempt.'),
  type: text(100)
    .describe('`<group>.<name>`')
    .meta({ examples: ['order.paid'] }),
  created_at: timestamp(),
  api_version: z.literal('v1'),
  sequence: z
    .int()
    .describe(
      'Rises within the school in the order of the journal; unique. A subscription sees gaps if it does not take every event.',
    ),
  replayed: z.boolean().describe('True in deliveries of a replay; always false in the journal.'),
  data: z
    .object({
      object: z
        .record(z.string(), z.unknown())
        .describe('The object as its GET would answer without expand.'),
      previous: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('The changed fields, with their values before.'),
      imported: z
        .literal(true)
        .optional()
        .describe(
          'Present where the event is of an import: what was elsewhere before. Subscriptions get these only with `imported`.',
        ),
    })
    .describe('What happened to which object.'),
  related: z
    .record(z.string(), z.string())
    .describe('Ids of related objects: user_id, payment_id, actor_id, cause_id …'),
})
export type EventEnvelope = z.infer<typeof EventEnvelope>
