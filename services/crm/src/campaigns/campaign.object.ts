import { id, oneOf, slug, stamps, statusOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'
import { contentWarnings, storedFields } from '../content/source.ts'
import { AfterStop, Counts } from '../messages/counts.ts'
import { Audience } from '../sendings/audience.ts'
import { sendingLifecycle } from '../sendings/sending.lifecycle.ts'
import { timeOfDay } from '../settings/quiet-hours.ts'
import { reportField } from '../tracking/report.object.ts'

import { measures } from './winner.rules.ts'

const maxMessages = 5
const maxVariants = 4
/** Minutes of a year. */
const longestDelay = 366 * 24 * 60

const Variant = z.object({
  weight: z.int().min(1).max(100).default(1).describe('How many people get it, in proportion to the others.'),
  subject: storedFields.subject.default(''),
  preheader: storedFields.preheader.default(''),
  format: storedFields.format.default('markdown'),
  body: text(20_000, 1)
    .nullable()
    .default(null)
    .describe('Null with a document. Liquid, as the body of a mailing.'),
  document: storedFields.document.default(null),
})

const Winner = z.object({
  measure: oneOf(measures).describe(
    'What decides: the larger share of people who opened it, or who followed a link.',
  ),
  percent: z
    .int()
    .min(1)
    .max(90)
    .describe('The part of the audience that gets the variants first, in proportion to their weights.'),
  after_minutes: z
    .int()
    .min(10)
    .max(30 * 24 * 60)
    .describe('Minutes after the message was due at which the variant is chosen, and the rest gets it.'),
})

export const CampaignMessage = z
  .object({
    transport: transport().default('email').describe('The channel by which the message is sent.'),
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
    winner: Winner.nullable()
      .default(null)
      .describe(
        'The rest of the audience gets the better variant later; null: everybody gets one at the same time.',
      ),
  })
  .refine(({ winner, variants, transport }) => !winner || (variants.length > 1 && transport === 'email'), {
    path: ['winner'],
    message: 'only an e-mail with several variants has a winner',
  })

export const Campaign = z.object({
  id: id('cmp'),
  name: text(200, 1)
    .meta({ examples: ['Autumn courses'] })
    .describe('Shown to staff only, in lists and figures.'),
  topic: slug(40).describe('A topic of the settings; its basis decides who gets it.'),
  audience: Audience,
  messages: z
    .array(CampaignMessage)
    .min(1)
    .max(maxMessages)
    .describe('The messages in the order in which they are sent.'),
  winners: z
    .array(
      z.object({
        message: z.int().min(1).describe('The number of the message in the campaign, from 1.'),
        variant: z
          .int()
          .min(1)
          .describe('The number of the variant that the rest of the audience gets, from 1.'),
        chosen_at: timestamp().describe('When it was chosen.'),
      }),
    )
    .max(maxMessages)
    .describe('The variants that were chosen for the rest of the audience, so far.'),
  warnings: contentWarnings(maxMessages * maxVariants * 20),
  status: statusOf(sendingLifecycle).describe(
    'A campaign is written as a `draft`; it cannot be changed once it is `running`. `paused`: what waits does not leave.',
  ),
  scheduled_at: timestamp().nullable().describe('When it is to start by itself; null if it starts by hand.'),
  local_time: timeOfDay()
    .nullable()
    .describe('The time of day of each person at which messages leave; null: as soon as they are due.'),
  started_at: timestamp().nullable(),
  finished_at: timestamp().nullable(),
  counts: Counts.describe('Of all its messages. They stand still once it is sent or stopped.'),
  after_stop: AfterStop.nullable().describe(
    'What became of the messages that were in flight when it was stopped; null unless it was.',
  ),
  report: reportField(),
  ...stamps,
})
export type Campaign = z.infer<typeof Campaign>

const number = () => z.int().min(0)
export const CampaignStat = z.object({
  id: text(60)
    .meta({ examples: ['cmp_01h455vb4pex5vsknk084sn02q-1-1'] })
    .describe('The campaign, the message and the variant.'),
  message: z.int().min(1).describe('The number of the message in the campaign, from 1.'),
  variant: z.int().min(1).describe('The number of the variant of the message, from 1.'),
  transport: transport().describe('The channel of the message.'),
  audience: number().describe('The people who were to get it.'),
  sent: number().describe('The people whose message the channel has taken.'),
  delivered: number().describe('The people whom it reached, only where the channel says so.'),
  opened: number().describe('The people who opened it; programs that open every mail do not count.'),
  prefetched: number().describe(
    'The people whose mail program alone has loaded the pictures: whether they opened it, nobody knows.',
  ),
  clicked: number().describe('The people who followed a link of it.'),
  unsubscribed: number().describe('The people who unsubscribed by a link of it.'),
  refused: number().describe('The people whose message the channel has refused for good.'),
  unknown: number().describe('The people whose message may have left before a crash, and is not repeated.'),
  removed: number().describe('The people whose message a stop took from the queue.'),
  skipped: number().describe('The people who got none, such as those without an address.'),
  waiting: number().describe('In the queue, in flight, or tried again later.'),
})
export type CampaignStat = z.infer<typeof CampaignStat>
