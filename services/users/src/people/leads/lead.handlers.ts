import type { BodyOf, Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { dataOfAllServices } from '../../privacy/personal-data/data-everywhere.ts'
import { type Lead, leads } from '../lead-model/lead.contract.ts'
import type { LeadRow } from '../lead-model/lead.store.ts'
import { personOf } from '../users/user-contacts.ts'
import { removeUser } from '../users/user-removal.ts'
import { dependsOn } from './lead.rules.ts'
import { giveConsents, giveTags, withdrawConsents, withdrawTags } from './lead-effects.ts'

export const leadHandlers = builder.implement(leads, {
  receive: ({ body, work, runtime }) => {
    const { submission_id, tag_ids, consents, ...contact } = body
    const gifts = { submission_id, tag_ids, consents }
    return personOf(
      contact,
      { work, runtime },
      {
        earlierResult: async (_, stores) => presentOf(await stores.leads.hold(submission_id), stores),
        also: (person, ctx, stores) => note(gifts, person, ctx, stores),
      },
    )
  },

  takeBack: async ({ body, ...ctx }, stores) => {
    const seen = await stores.leads.find(body.submission_id)
    if (!seen) return { taken: [] }
    // Other services are asked before any lock.
    const asks = seen.created && !body.others && seen.taken === null
    const areas = asks ? await dataOfAllServices(seen.user_id, ctx, stores) : null
    const lead = await stores.leads.hold(body.submission_id)
    if (!lead) return { taken: [] }
    if (lead.taken !== null) return { taken: lead.taken }
    const user = await stores.users.lockIfAny(lead.user_id)
    if (!user || user.status === 'deleted') return { taken: stores.leads.save(lead, { taken: [] }).taken! }
    const removedEffects = [
      ...(await withdrawTags(lead, ctx, stores)),
      ...(await withdrawConsents(lead, ctx, stores)),
      ...(areas && !dependsOn(user, lead, areas) ? (['user'] as const) : []),
    ]
    if (removedEffects.includes('user')) removeUser(user, ctx.work, stores)
    stores.leads.save(lead, { taken: removedEffects })
    return { taken: removedEffects }
  },
})

/** The lead, if it stands: not taken back, and its person is still here. */
async function presentOf(lead: LeadRow | null, { users }: Stores): Promise<LeadRow | null> {
  if (!lead || lead.taken !== null) return null
  const user = await users.lockShared(lead.user_id)
  return user && user.status !== 'deleted' ? lead : null
}

type Gifts = Pick<BodyOf<(typeof leads)['receive']>, 'submission_id' | 'tag_ids' | 'consents'>

/** Gives the person what the submission gives, and notes what was new. */
async function note(
  { submission_id, tag_ids, consents }: Gifts,
  { user_id, created }: { user_id: Id<'usr'>; created: boolean },
  ctx: Work,
  stores: Stores,
): Promise<Lead> {
  const before = await stores.leads.find(submission_id)
  if (!created) await stores.users.lockMany([user_id])
  const lead = {
    id: submission_id,
    user_id,
    created,
    tag_ids: await giveTags(user_id, tag_ids, ctx, stores),
    consent_ids: await giveConsents(user_id, consents, ctx, stores),
    taken: null,
    created_at: ctx.now,
  }
  return before ? stores.leads.save(before, lead) : stores.leads.insert(lead)
}
