import { type Caller, type Id, newId, Refused, stampsAt } from '@lms/contract'
import { mapPage, type Work } from '@lms/service-host'
import { memberships } from '@lms/users/contract'
import { builder, type Stores } from '../builder.ts'
import { entryPath } from '../links/entry-token.ts'
import { isOutsider } from '../sessions/session.rules.ts'
import type { WebinarRow } from '../webinars/webinar.store.ts'
import { personOf, registerByContact } from './by-contact.ts'
import { cancelRegistration, register, renewEntry } from './register.ts'
import {
  type NewRegistration,
  type Registration,
  type RegistrationRecord,
  refusals,
  webinarRegistrations,
} from './registration.contract.ts'
import type { RegistrationRow } from './registration.store.ts'

type At = Pick<Work, 'work' | 'runtime'>

export const registrationHandlers = builder.implement(webinarRegistrations, {
  list: async ({ query, caller, ...ctx }, { registrations }) =>
    mapPage(await registrations.page(query), row => shownTo(row, caller, ctx)),

  create: async ({ body, caller, ...ctx }, stores) => {
    const { session_id, user_id: known, new_entry, ...contact } = body
    if (caller.kind === 'publishable') {
      if (known !== null || new_entry) throw new Refused(refusals.participant_missing)
      return shownTo(await registerByContact(session_id, contact, ctx, stores), caller, ctx)
    }
    const seen = await stores.sessions.find(session_id)
    if (!seen) throw new Refused(refusals.session_unknown)
    const webinar = await stores.webinars.get(seen.webinar_id)
    const user_id = await participantOf(body, caller, ctx, stores)
    if (isOutsider(caller)) await refuseUnentitled(webinar, user_id, ctx, stores)
    // The person before the session, as departures do.
    if (!(await stores.people.holdPresent(user_id))) throw new Refused(refusals.user_unknown)
    const order_id = isOutsider(caller) ? await orderOf(webinar, user_id, stores) : null
    const session = await stores.sessions.lockAnyVersion(seen.id)
    const registration = await register(session, user_id, { source: 'api', order_id }, ctx, stores)
    // One that has just been made has never been shown.
    const renews = new_entry && registration.created_at < ctx.work.now
    return shownTo(renews ? renewEntry(registration, ctx, stores) : registration, caller, ctx)
  },

  get: async ({ path, caller, ...ctx }, { registrations }) =>
    shownTo(await registrations.get(path.id), caller, ctx),

  cancel: async ({ path, caller, ...ctx }, stores) => {
    const { session_id } = await stores.registrations.get(path.id)
    await stores.sessions.lockAnyVersion(session_id)
    const registration = await stores.registrations.lock(path.id)
    return shownTo(cancelRegistration(registration, ctx, stores), caller, ctx)
  },
})

/** The person who takes part: a student themselves, a person by id, or that of the contact, found or made. */
async function participantOf(
  { user_id, session_id, new_entry, ...contact }: NewRegistration,
  caller: Caller,
  ctx: At,
  stores: Stores,
): Promise<Id<'usr'>> {
  const own = caller.role === 'student' ? caller.user : null
  if (own && user_id !== null && user_id !== own) throw new Refused(refusals.user_unknown)
  const known = own ?? user_id
  if (known !== null) {
    if (!(await stores.people.exists(known, ctx.runtime))) throw new Refused(refusals.user_unknown)
    return known as Id<'usr'>
  }
  return personOf(contact, ctx)
}

/** Refuses a person who is no member of the webinar's group, or has not bought it. */
async function refuseUnentitled(
  { id, access, group_id }: WebinarRow,
  user_id: Id<'usr'>,
  { work, runtime }: At,
  { purchases }: Stores,
): Promise<void> {
  if (access === 'open') return
  if (access === 'offer') {
    if (await purchases.has(user_id, id)) return
    throw new Refused(refusals.webinar_not_open)
  }
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { among } = runtime.client('users', { memberships }, scope).memberships
  const { group_ids } = await among({ body: { user_id, group_ids: [group_id as Id<'grp'>] } })
  if (group_ids.length === 0) throw new Refused(refusals.webinar_not_open)
}

/** The order that entitles a person to a webinar that is sold: with it the registration is canceled. Refuses without one. */
async function orderOf(
  { id, access }: WebinarRow,
  user_id: Id<'usr'>,
  { purchases }: Stores,
): Promise<Id<'ord'> | null> {
  if (access !== 'offer') return null
  const order_id = await purchases.holdOrderOf(user_id, id)
  if (order_id === null) throw new Refused(refusals.webinar_not_open)
  return order_id
}

/** The registration as the caller reads it. Whoever has an entry is its participant: a web page gets none. */
function shownTo(registration: RegistrationRow, { kind }: Caller, { work, runtime }: At): Registration {
  if (kind === 'publishable') return asNew(registration, work.now)
  const isValid = registration.status === 'registered'
  return {
    ...registration,
    entry_path: isValid ? entryPath(runtime.vault, work.school, registration) : null,
  }
}

/**
 * The registration as if the request had made it, without the person. Anybody can send any contact from a web page, and
 * would learn who was registered before, when, by which order, or is banned. An id says when it was made, too.
 */
function asNew({ id, ...registration }: RegistrationRecord, now: string): Registration {
  const isNew = registration.version === 1 && registration.created_at === now
  return {
    ...registration,
    id: isNew ? id : newId('wbr'),
    ...{ source: 'page', order_id: null, banned: false, canceled_at: null },
    ...{ user_id: null, entry_path: null },
    ...stampsAt(now),
  }
}
