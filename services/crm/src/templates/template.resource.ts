import { builder } from '../builder.ts'
import { templateHandlers } from './template.handlers.ts'

export const templateResource = builder.resource({
  handlers: [templateHandlers],
  used: { templates_limit_reached: ({ messageTemplates }, most) => messageTemplates.standing(most) },
  objects: { tpl: (ids, { messageTemplates }) => messageTemplates.many(ids) },
  naming: {
    crs: (id, { messageTemplates }) => messageTemplates.naming(id),
    fil: (id, { messageTemplates }) => messageTemplates.naming(id),
    off: (id, { messageTemplates }) => messageTemplates.naming(id),
    prc: (id, { messageTemplates }) => messageTemplates.naming(id),
  },
})
