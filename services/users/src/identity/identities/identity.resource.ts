import { builder } from '../../builder.ts'
import { identityHandlers } from './identity.handlers.ts'
import { messengerDirectory } from './messenger-directory.contract.ts'

const messengerDirectoryHandlers = builder.implement(messengerDirectory, {
  subjects: async ({ body: { user_ids } }, { identities }) => ({
    subjects: await identities.messengersOf(user_ids),
  }),

  person: async ({ body: { subject } }, { identities }) => {
    const identity = await identities.ofSubject('messenger', subject)
    return { user_id: identity?.user_id ?? null }
  },
})

export const identityResource = builder.resource({
  handlers: [identityHandlers, messengerDirectoryHandlers],
})
