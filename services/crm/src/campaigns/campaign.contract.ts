import { A, atMost, bodiesOf, C, crud, full, id, LN, M, moment, refuse, resource } from '@lms/contract'
import { z } from 'zod'
import { contentRefusals } from '../content/content-refusals.ts'
import { horizonDays, startRefusals } from '../messages/start.rules.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { audienceRefusals, nobody } from '../sendings/audience.ts'
import {
  changeableStatus,
  courseFields,
  localTime,
  topicOfCopy,
  usualTopic,
} from '../sendings/course.contract.ts'
import { campaignFinished } from '../sendings/finished-event.ts'
import { imprintRefusals } from '../settings/imprint.rules.ts'
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
  campaign_not_scheduled: {
    status: 409,
    when: 'the campaign has begun, or was never scheduled',
    message:
      'Only a campaign that waits for its time can be a draft again. One that is being sent can be stopped.',
  },
  campaign_winner_unmeasured: {
    status: 409,
    when: 'a message chooses a variant, or leaves people out, by openings or clicks, which the settings do not record',
    message:
      'The settings record no openings or clicks. Switch `tracking` on, or leave `winner` and `unless_opened` out.',
  },
  campaign_unknown: {
    status: 422,
    when: 'copy_of is no campaign of the school',
    message: 'copy_of must be a campaign of this school. GET /v1/campaigns lists them.',
  },
  campaign_content_unclear: {
    status: 422,
    when: 'neither or both of messages and copy_of are given',
    message: 'Give either messages, or a campaign to copy in copy_of.',
  },
  campaign_winner_early: {
    status: 409,
    when: 'a message chooses a variant in less than a day, and each person gets it at a time of day of their own',
    message:
      'With local_time it takes a day until everybody has got the variants. Choose the winner after 1440 minutes or more, or leave local_time out.',
  },
  campaign_not_running: {
    status: 409,
    when: 'the campaign is neither being sent nor paused',
    message: 'Only a campaign that is being sent can pause, and only one that pauses can go on.',
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

const rules = {
  readOnly: [...courseFields, 'winners'] as const,
  defaults: { topic: usualTopic, audience: nobody } satisfies Partial<Campaign>,
}
const { create, change } = bodiesOf(Campaign, rules)

/** The operations without copies. */
export const ownCampaigns = crud('/v1/campaigns', Campaign, {
  ...rules,
  names: ['a campaign', 'campaigns'],
  search: 'Text anywhere in the name.',
  summaries: {
    list: 'List campaigns: several messages to one audience',
    delete: 'Delete the draft of a campaign',
  },
  bound: atMost(maxCampaigns, refusals.campaigns_limit_reached),
  sorts: ['created_at', 'updated_at', 'name'],
  refuses: { create: unfit, delete: [refusals.campaign_not_draft] },
})

export const campaigns = resource({
  ...ownCampaigns,
  create: C('POST /v1/campaigns', {
    summary: 'Create a campaign, as a draft, or copy another one',
    permission: 'campaigns:write',
    body: create.extend({
      topic: topicOfCopy(),
      messages: create.shape.messages
        .optional()
        .describe('The messages in the order in which they are sent; left out with `copy_of`.'),
      copy_of: id('cmp')
        .nullable()
        .default(null)
        .describe(
          'A campaign whose topic and messages are copied, with `messages` left out, and whose audience where `audience` names nobody. A topic or `exclude` that is given stands in place of the copied one.',
        ),
    }),
    example: { name: 'Autumn courses', messages: [{ variants: [{ subject: 'Autumn', body }] }] },
    returns: Campaign,
    refuses: [
      ...unfit,
      refusals.campaigns_limit_reached,
      refusals.campaign_unknown,
      refusals.campaign_content_unclear,
    ],
    bound: ownCampaigns.create.bound,
  }),
  update: M('PATCH /v1/campaigns/{id}', {
    summary:
      'Change the draft of a campaign; stop, pause or resume one; or make a scheduled one a draft again',
    permission: 'campaigns:write',
    body: change.extend({
      status: changeableStatus(),
    }),
    example: { name: 'Autumn' },
    returns: Campaign,
    refuses: [
      ...unfit,
      refusals.campaign_not_draft,
      refusals.campaign_over,
      refusals.campaign_not_scheduled,
      refusals.campaign_not_running,
    ],
    emits: [campaignFinished],
  }),
  send: A('POST /v1/campaigns/{id}/send', {
    summary: 'Start a campaign, once; its content and audience are fixed from then on',
    permission: 'campaigns:write',
    body: z.strictObject({
      at: moment()
        .nullable()
        .default(null)
        .describe(`Null for now; at most ${horizonDays} days ahead. The audience is taken then.`),
      local_time: localTime(),
    }),
    returns: Campaign,
    refuses: [
      refusals.campaign_not_draft,
      audienceRefusals.audience_empty,
      audienceRefusals.audience_unmeasured,
      startRefusals.start_time_invalid,
      startRefusals.subject_missing,
      imprintRefusals.postal_address_missing,
      refusals.campaign_winner_unmeasured,
      refusals.campaign_winner_early,
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
