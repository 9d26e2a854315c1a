import { event, id, oneOf, slug, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Counts } from '../messages/counts.ts'
import { Audience } from './audience.ts'

/** A mailing or a campaign at its end, without the content, which may be large. */
export const SendingEnd = z.object({
  kind: oneOf(['mailing', 'campaign']).describe('Whether it was a mailing or a campaign.'),
  mailing_id: id('mlg').nullable(),
  campaign_id: id('cmp').nullable(),
  name: text(200, 1).describe('What staff call it.'),
  topic: slug(40).describe('The key of the topic of the settings that it was about.'),
  audience: Audience,
  status: oneOf(['finished', 'stopped']).describe('Whether it was sent to its end or stopped.'),
  started_at: timestamp().nullable(),
  finished_at: timestamp().nullable(),
  counts: Counts.describe('What became of its messages.'),
})
export type SendingEnd = z.infer<typeof SendingEnd>

export const campaignFinished = event('message.campaign_finished', {
  when: 'a mailing or a campaign has been sent to its end, or was stopped; see its status',
  object: SendingEnd,
  related: ['mailing_id', 'campaign_id'],
  example: { status: 'finished' },
})
