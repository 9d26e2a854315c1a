import { id, slug, stamps, statusOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { transport } from '../addresses/kinds.ts'
import { contentWarnings, storedFields } from '../content/source.ts'
import { AfterStop, Counts } from '../messages/counts.ts'
import { Audience } from '../sendings/audience.ts'
import { sendingLifecycle } from '../sendings/sending.lifecycle.ts'
import { timeOfDay } from '../settings/quiet-hours.ts'
import { reportField } from '../tracking/report.object.ts'

export const Mailing = z.object({
  id: id('mlg'),
  name: text(200, 1)
    .meta({ examples: ['Autumn courses'] })
    .describe('Shown to staff only, in lists and figures.'),
  transport: transport().describe('The channel by which the mailing is sent.'),
  topic: slug(40).describe('A topic of the settings; its basis decides who gets it.'),
  ...storedFields,
  warnings: contentWarnings(20),
  audience: Audience,
  status: statusOf(sendingLifecycle).describe(
    'A mailing is written as a `draft`; it cannot be changed once it is `running`. `paused`: what waits does not leave.',
  ),
  scheduled_at: timestamp().nullable().describe('When it is to start by itself; null if it starts by hand.'),
  local_time: timeOfDay()
    .nullable()
    .describe('The time of day of each person at which messages leave; null: as soon as they are due.'),
  started_at: timestamp().nullable(),
  finished_at: timestamp().nullable(),
  counts: Counts.describe('They stand still once it is sent or stopped.'),
  after_stop: AfterStop.nullable().describe(
    'What became of the messages that were in flight when it was stopped; null unless it was.',
  ),
  report: reportField(),
  ...stamps,
})
export type Mailing = z.infer<typeof Mailing>
