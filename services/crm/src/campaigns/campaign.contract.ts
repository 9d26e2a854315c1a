import { A, atMost, crud, full, LN, moment, refuse, resource } from '@lms/contract'
import { z } from 'zod'
import { contentRefusals } from '../content/content-refusals.ts'
import { horizonDays, startRefusals } from '../messages/start.rules.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { audienceRefusals, nobody } from '../sendings/audience.ts'
import { campaignFinished } from '../sendings/finished-event.ts'
import { topicRefusals } from '../settings/topic.ts'
import { Campaign, CampaignStat } from './campaign.object.ts'

const maxCampaigns = 10_000

export const refusals = refuse({
  campaigns_limit_reached: full(maxCampaigns, 'campaigns', 'Delete drafts that are no longer needed.'),
  campaign_not_draft: {
    status: 409,
    when: 'the campaign is no draft any more',
    message: 'This campaign has been sent or scheduled. Only a draft can be changed, deleted or sent.',
  },
  campaign_over: {
    status: 409,
    when: 'the campaign is a draft, has been sent to its end, or was canceled',
    message: 'Only a campaign that is scheduled or being sent can be canceled.',
  },
})

const unfit = [
  topicRefusals.topic_unknown,
  contentRefusals.content_unclear,
  contentRefusals.content_invalid,
  personRefusals.user_unknown,
  audienceRefusals.audience_unknown,
]
const body = 'Hello {{ user.first_name }}, our courses begin in September.'

export const campaigns = resource({
  ...crud('/v1/campaigns', Campaign, {
    names: ['a campaign', 'campaigns'],
    readOnly: ['status', 'scheduled_at', 'started_at', 'finished_at', 'counts', 'after_stop', 'warnings'],
    defaults: { topic: 'news', audience: nobody },
    summaries: {
      list: 'List campaigns: several messages to one audience',
      create: 'Create a campaign, as a draft',
      update: 'Change the draft of a campaign',
      delete: 'Delete the draft of a campaign',
    },
    bound: atMost(maxCampaigns, refusals.campaigns_limit_reached),
    sorts: ['created_at', 'updated_at', 'name'],
    refuses: {
      create: unfit,
      update: [...unfit, refusals.campaign_not_draft],
      delete: [refusals.campaign_not_draft],
    },
    examples: {
      create: { name: 'Autumn courses', messages: [{ variants: [{ subject: 'Autumn', body }] }] },
      update: { name: 'Autumn' },
    },
  }),
  send: A('POST /v1/campaigns/{id}/send', {
    summary: 'Start a campaign, once; its content and audience are fixed from then on',
    permission: 'campaigns:write',
    body: z.strictObject({
      at: moment()
        .nullable()
        .default(null)
        .describe(`Null for now; at most ${horizonDays} days ahead. The audience is taken then.`),
    }),
    returns: Campaign,
    refuses: [
      refusals.campaign_not_draft,
      audienceRefusals.audience_empty,
      startRefusals.start_time_invalid,
      startRefusals.subject_missing,
    ],
    bound: 'task',
  }),
  cancel: A('POST /v1/campaigns/{id}/cancel', {
    summary: 'Stop a campaign: queued messages are removed, and its counts no longer change',
    permission: 'campaigns:write',
    returns: Campaign,
    refuses: [refusals.campaign_over],
    emits: [campaignFinished],
    bound: null,
  }),
})

export const campaignStats = resource({
  list: LN('GET /v1/campaigns/{id}/stats', {
    summary: 'List the deliveries, opens and clicks of each message of a campaign, by variant',
    permission: 'campaigns:read',
    returns: CampaignStat,
    list: { filters: {}, sorts: [] },
  }),
})
