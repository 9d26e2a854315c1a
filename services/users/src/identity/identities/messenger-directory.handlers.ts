import { builder } from '../../builder.ts'
import { messengerDirectory } from './messenger-directory.contract.ts'

export const messengerDirectoryHandlers = builder.implement(messengerDirectory, {
  subjects: async ({ body: { user_ids } }, { identities }) => ({
    subjects: await identities.messengersOf(user_ids),
  }),

  person: async ({ body: { subject } }, { identities }) => {
    const identity = await identities.ofSubject('messenger', subject)
    return { user_id: identity?.user_id ?? null }
  },
})
