import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { refusals, webinars } from './webinar.contract.ts'

export const webinarHandlers = builder.implement(
  webinars,
  crudHandlers(webinars, ({ webinars }: Stores) => webinars, {
    check: ({ access, group_id }) => {
      if ((access === 'group') !== (group_id !== null)) throw new Refused(refusals.group_unfit)
    },
    // The row is locked, and a new session locks it, too.
    mayRemove: async ({ id }, { sessions }) => {
      if (await sessions.isHeld(id)) throw new Refused(refusals.webinar_has_sessions)
      sessions.removeOf(id)
    },
  }),
)
