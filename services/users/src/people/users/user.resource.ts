import { builder } from '../../builder.ts'
import { peopleHandlers, userHandlers } from './user.handlers.ts'

export const userResource = builder.resource({
  handlers: [userHandlers, peopleHandlers],
  objects: { usr: (ids, { users }) => users.many(ids) },
})
