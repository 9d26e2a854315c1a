import { id, slug, stamps, statusOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'
import { storedFields } from '../content/source.ts'
import { AfterStop, Counts } from '../messages/counts.ts'
import { Audience } from '../sendings/audience.ts'
import { sendingLifecycle } from '../sendings/sending.lifecycle.ts'

const maxMessages = 5
const maxVariants = 4
/** Minutes of a year. */
const longestDelay = 366 * 24 * 60

const Variant = z.object({
  share: z.int().min(1).max(100).default(1).describe('How many people get it, in proportion to the others.'),
  subject: storedFields.subject.default(''),
  format: storedFields.format.default('markdown'),
  body: text(20_000, 1)
    .nullable()
    .default(null)
    .describe('Null with a document. Liquid, as the body of a mailing.'),
  document: storedFields.document.default(null),
})

export const CampaignMessage = z.object({
  transport: transport().default('email'),
  delay_minutes: z
    .int()
    .min(0)
    .max(longestDelay)
    .default(0)
    .describe('Minutes after the start of the campaign.'),
  unless_opened: z
    .boolean()
    .default(false)
    .describe('Only to people who have opened none of the messages before it in the list.'),
  variants: z
    .array(Variant)
    .min(1)
    .max(maxVariants)
    .describe('Each person gets one, always the same of the same message.'),
})

export const Campaign = z.object({
  id: id('cmp'),
  name: text(200, 1).meta({ examples: ['Autumn courses'] }),
  topic: slug(40).describe('A topic of the settings; its basis decides who gets it.'),
  audience: Audience,
  messages: z.array(CampaignMessage).min(1).max(maxMessages),
  status: statusOf(sendingLifecycle),
  scheduled_at: timestamp().nullable(),
  started_at: timestamp().nullable(),
  finished_at: timestamp().nullable(),
  counts: Counts.describe('Of all its messages. They stand still once it is sent or stopped.'),
  after_stop: AfterStop.nullable().describe(
    'What became of the messages that were in flight when it was stopped; null unless it was.',
  ),
  ...stamps,
})
export type Campaign = z.infer<typeof Campaign>

const number = () => z.int().min(0)
export const CampaignStat = z.object({
  id: text(60).meta({ examples: ['cmp_01h455vb4pex5vsknk084sn02q-1-1'] }),
  message: z.int().min(1).describe('Its number in the campaign.'),
  variant: z.int().min(1),
  transport: transport(),
  audience: number().describe('The people who were to get it.'),
  sent: number(),
  delivered: number().describe('Only where the channel says so.'),
  opened: number(),
  prefetched: number().describe(
    'Their pictures were loaded by the mail program alone: whether they were opened, nobody knows.',
  ),
  clicked: number(),
  unsubscribed: number(),
  refused: number(),
  unknown: number(),
  removed: number(),
  skipped: number(),
  waiting: number().describe('In the queue, in flight, or tried again later.'),
})
export type CampaignStat = z.infer<typeof CampaignStat>
