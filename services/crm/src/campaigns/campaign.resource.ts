import { builder } from '../builder.ts'
import { campaignHandlers, campaignStatHandlers } from './campaign.handlers.ts'
import { chooseWinnerTask } from './winner.run.ts'

export const campaignResource = builder.resource({
  handlers: [campaignHandlers, campaignStatHandlers],
  objects: { cmp: (ids, { campaigns }) => campaigns.many(ids) },
  tasks: [chooseWinnerTask],
  used: { campaigns_limit_reached: ({ campaigns }, most) => campaigns.standing(most) },
  naming: {
    crs: (id, { campaigns }) => campaigns.namedIn(id),
    fil: (id, { campaigns }) => campaigns.namedIn(id),
    off: (id, { campaigns }) => campaigns.namedIn(id),
    prc: (id, { campaigns }) => campaigns.namedIn(id),
    grp: (id, { campaigns }) => campaigns.naming('group_ids', id),
    tag: (id, { campaigns }) => campaigns.naming('tag_ids', id),
  },
  restored: (_, { campaigns }) => {
    campaigns.withLaterFields()
    return []
  },
})
