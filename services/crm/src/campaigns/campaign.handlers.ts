import { Refused } from '@lms/contract'
import { crudHandlers, pageOfItems } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { refuseNobody } from '../sendings/audience.ts'
import { checkAudience } from '../sendings/check-audience.ts'
import { checkContents, fresh, starting, stopping, withCounts } from '../sendings/course.ts'
import { campaignStats, campaigns, refusals } from './campaign.contract.ts'
import type { Campaign } from './campaign.object.ts'

const { list, create, get, change, remove } = campaigns
const made = crudHandlers({ list, create, get, change, remove }, ({ campaigns }: Stores) => campaigns, {
  sets: (_, { before }) => (before ? {} : fresh()) as ReturnType<typeof fresh>,
  check: (_, { before }) => {
    if (before && before.status !== 'draft') throw new Refused(refusals.campaign_not_draft)
  },
  mayRemove: ({ status }) => {
    if (status !== 'draft') throw new Refused(refusals.campaign_not_draft)
  },
  show: withCounts,
})

const contentsOf = (messages: Campaign['messages']) => messages.flatMap(({ variants }) => variants)

export const campaignHandlers = builder.implement(campaigns, {
  ...made,

  create: async (input, stores) => {
    const { topic, messages, audience } = input.body
    await checkContents(topic, contentsOf(messages as Campaign['messages']), input, stores)
    await checkAudience(audience, input, stores)
    return made.create(input, stores)
  },

  change: async (input, stores) => {
    const { topic, messages } = { ...(await stores.campaigns.get(input.path.id)), ...input.body }
    await checkContents(topic, contentsOf(messages as Campaign['messages']), input, stores)
    if (input.body.audience) await checkAudience(input.body.audience, input, stores)
    return made.change(input, stores)
  },

  send: async ({ path, body, work }, { campaigns }) => {
    const campaign = await campaigns.lock(path.id)
    if (campaign.status !== 'draft') throw new Refused(refusals.campaign_not_draft)
    refuseNobody(campaign.audience)
    const { move, changes } = starting(campaign.id, body.at, work)
    return { ...campaigns.move(campaign, move, changes), after_stop: null }
  },

  cancel: async ({ path, work }, stores) => {
    const campaign = await stores.campaigns.lock(path.id)
    if (campaign.status !== 'sending' && campaign.status !== 'scheduled')
      throw new Refused(refusals.campaign_over)
    const stopped = stores.campaigns.move(campaign, 'stop', await stopping(campaign, work, stores))
    stores.campaigns.tell(stopped)
    return (await withCounts([stopped], stores))[0]!
  },
})

export const campaignStatHandlers = builder.implement(campaignStats, {
  list: async ({ path, query }, { campaigns, messages }) => {
    const { id, messages: parts } = await campaigns.get(path.id)
    const numbers = await messages.reactionsOf(id)
    const stats = parts.flatMap(({ transport, variants }, step) =>
      variants.map((_, variant) => ({
        id: `${id}-${step + 1}-${variant + 1}`,
        message: step + 1,
        variant: variant + 1,
        transport,
        ...numbers(step + 1, variant + 1),
      })),
    )
    return pageOfItems(stats, query)
  },
})
