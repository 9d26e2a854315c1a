import { newId, Refused } from '@lms/contract'
import { byId } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { invalidateCaches } from '../../invalidate-caches.ts'
import { checkReach } from '../../reach.ts'
import { displayName } from '../messenger/messenger.rules.ts'
import { prove } from '../messenger/proof.ts'
import { identities, identityRefusals, identityRoom } from './identity.contract.ts'
import { checkOwner, evidenceOf, ownerOf } from './identity.rules.ts'
import { messengerDirectory } from './messenger-directory.contract.ts'

const identityHandlers = builder.implement(
  identities,
  {
    list: ({ query }, { identities }) => identities.page(query),

    bind: async ({ body, caller, now, work, runtime }, stores) => {
      const evidence = evidenceOf(body, caller)
      const owner = ownerOf(body, caller)
      checkOwner(await stores.users.find(owner), caller)
      const person = 'subject' in evidence ? null : await prove(evidence, { now, work, runtime }, stores)
      // Nobody leaves the school until the end: erasures remove the login methods that are there.
      const user = checkOwner(await stores.users.lockShared(owner), caller)
      await stores.identities.refuseBeyond(identityRoom, { sql: 't.user_id = $', values: [user.id] })
      return stores.identities.insert({
        ...stores.identities.fresh(newId('idn')),
        user_id: user.id,
        provider: body.provider,
        subject: 'subject' in evidence ? evidence.subject : person!.subject,
        display_name: body.display_name ?? (person ? displayName(person) : ''),
        verified_at: person ? now : null,
        last_used_at: null,
      })
    },

    get: ({ path }, { identities }) => identities.get(path.id),

    unbind: async ({ path, caller, work }, { identities, sessions, users }) => {
      // The person is locked first, so that two login methods cannot be removed at the same moment.
      const user = await users.lock((await identities.get(path.id)).user_id)
      const identity = await identities.lock(path.id)
      checkReach(user, caller)
      if (user.status !== 'deleted' && (await identities.countOf(user.id)) < 2)
        throw new Refused(identityRefusals.last_login_method)
      identities.remove(identity)
      sessions.closeByIdentity(user.id, identity.id)
      invalidateCaches(work, 'user', user.id)
      return { id: identity.id, deleted: true as const }
    },
  },
  {
    user: async (ids, { users }) => byId(await users.many(ids)),
  },
)

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
