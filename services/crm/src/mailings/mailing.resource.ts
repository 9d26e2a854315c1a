import { builder } from '../builder.ts'
import { mailingHandlers } from './mailing.handlers.ts'

export const mailingResource = builder.resource({
  handlers: [mailingHandlers],
  restored: (_, { mailings }) => {
    mailings.withLaterFields()
    return []
  },
  used: { mailings_limit_reached: ({ mailings }, most) => mailings.standing(most) },
  objects: { mlg: (ids, { mailings }) => mailings.many(ids) },
  naming: {
    crs: (id, { mailings }) => mailings.namedIn(id),
    fil: (id, { mailings }) => mailings.namedIn(id),
    off: (id, { mailings }) => mailings.namedIn(id),
    prc: (id, { mailings }) => mailings.namedIn(id),
    grp: (id, { mailings }) => mailings.naming('group_ids', id),
    tag: (id, { mailings }) => mailings.naming('tag_ids', id),
  },
})
