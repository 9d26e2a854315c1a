import { builder } from '../builder.ts'
import { webinarHandlers } from './webinar.handlers.ts'

export const webinarResource = builder.resource({
  handlers: [webinarHandlers],
  used: { webinars_limit_reached: ({ webinars }, most) => webinars.standing(most) },
  objects: { wbn: (ids, { webinars }) => webinars.many(ids) },
  naming: {
    grp: (id, { webinars }) => webinars.naming(id),
    tpl: (id, { webinars }) => webinars.namingTemplate(id),
  },
  restored: (_, { webinars }) => {
    webinars.withMessages()
    return []
  },
})
