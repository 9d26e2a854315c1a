import { type Caller, formatTime, type Id, newId, Refused, stampsAt } from '@lms/contract'
import { type Condition, type ListQuery, mapPage, type Work } from '@lms/service-host'
import { memberships } from '@lms/users/contract'
import { builder, type Stores } from '../builder.ts'
import { entryPath } from '../links/entry-token.ts'
import { endOf, hourOf, rowsNow } from '../presence/slots.rules.ts'
import { isOutsider } from '../sessions/session.rules.ts'
import { usersExpander } from '../users-expander.ts'
import type { WebinarRow } from '../webinars/webinar.store.ts'
import { personOf, registerByContact } from './by-contact.ts'
import { raiseHand } from './raise-hand.ts'
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

export const registrationHandlers = builder.implement(
  webinarRegistrations,
  {
    list: async ({ query, caller, ...ctx }, stores) => {
      const { conditions, rest } = presentIn(query, ctx.work.origin.now)
      const page = await stores.registrations.page(rest, conditions)
      const last = await stores.presence.lastOf(page.rows)
      return mapPage(page, row => shownTo(row, caller, { ...ctx, last }))
    },

    create: async ({ body, caller, ...ctx }, stores) => {
      const { session_id, user_id: participantId, hand_raised, new_entry, ...contact } = body
      if (caller.kind === 'publishable') {
        if (participantId !== null || hand_raised !== null || new_entry)
          throw new Refused(refusals.participant_missing)
        return asNew(await registerByContact(session_id, contact, ctx, stores), ctx.work.now)
      }
      const seen = await stores.sessions.find(session_id)
      if (!seen) throw new Refused(refusals.session_unknown)
      const webinar = await stores.webinars.get(seen.webinar_id)
      const user_id = await participantOf(body, caller, ctx, stores)
      if (isOutsider(caller)) await refuseUnentitled(webinar, user_id, ctx, stores)
      // The person before the session, as erasures do.
      if (!(await stores.people.holdPresent(user_id))) throw new Refused(refusals.user_unknown)
      const order_id = isOutsider(caller) ? await orderOf(webinar, user_id, stores) : null
      const session = await stores.sessions.lockAnyVersion(seen.id)
      const registered = await register(session, user_id, { source: 'api', order_id }, ctx, stores)
      const raised = hand_raised === null ? registered : raiseHand(registered, hand_raised, ctx, stores)
      // One that is only created now has never been shown.
      const renews = new_entry && raised.created_at < ctx.work.now
      return answerWith(renews ? renewEntry(raised, ctx, stores) : raised, caller, ctx, stores)
    },

    get: async ({ path, caller, ...ctx }, stores) =>
      answerWith(await stores.registrations.get(path.id), caller, ctx, stores),

    cancel: async ({ path, caller, ...ctx }, stores) => {
      const { session_id } = await stores.registrations.get(path.id)
      await stores.sessions.lockAnyVersion(session_id)
      const registration = await stores.registrations.lock(path.id)
      return answerWith(cancelRegistration(registration, ctx, stores), caller, ctx, stores)
    },
  },
  { user: usersExpander },
)

/** The person who takes part: a student themselves, a person by id, or that of the contact, found or made. */
async function participantOf(
  { user_id, session_id, hand_raised, new_entry, ...contact }: NewRegistration,
  caller: Caller,
  ctx: At,
  stores: Stores,
): Promise<Id<'usr'>> {
  const own = caller.role === 'student' ? caller.user : null
  if (own && user_id !== null && user_id !== own) throw new Refused(refusals.user_unknown)
  const participantId = own ?? user_id
  if (participantId !== null) {
    if (!(await stores.people.exists(participantId, ctx.runtime))) throw new Refused(refusals.user_unknown)
    return participantId as Id<'usr'>
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

/** The filter `present` as conditions, and the rest of the query. */
function presentIn(query: ListQuery, now: Date): { conditions: Condition[]; rest: ListQuery } {
  const isPresence = ({ name }: ListQuery['filters'][number]) => name === 'present'
  const conditions = query.filters.filter(isPresence).map(({ values }): Condition => {
    const rows = rowsNow(now)
    const among = rows.map(() => '(p.hour = $::timestamptz and bit_count(p.slots & $::bit(240)) > 0)')
    const isPresent = `exists (select from "webinars"."presence_hours" p where p.school_id = t.school_id
      and p.session_id = t.session_id and p.user_id = t.user_id and (${among.join(' or ')}))`
    const requested = new Set(values)
    if (requested.size > 1) return { sql: 'true', values: [] }
    return {
      sql: requested.has('true') ? isPresent : `not ${isPresent}`,
      values: rows.flatMap(({ position, slots }) => [formatTime(hourOf(position)), slots]),
    }
  })
  return { conditions, rest: { ...query, filters: query.filters.filter(each => !isPresence(each)) } }
}

async function answerWith(
  registration: RegistrationRow,
  caller: Caller,
  ctx: At,
  { presence }: Stores,
): Promise<Registration> {
  return shownTo(registration, caller, { ...ctx, last: await presence.lastOf([registration]) })
}

/** The registration as the caller reads it. Whoever has an entry is its participant: a web page gets none. */
function shownTo(
  registration: RegistrationRow,
  { kind }: Caller,
  { work, runtime, last }: At & { last: ReadonlyMap<string, number> },
): Registration {
  if (kind === 'publishable') return asNew(registration, work.now)
  const { status, session_id, user_id } = registration
  const slot = last.get(`${session_id} ${user_id}`)
  return {
    ...registration,
    present_at: slot === undefined ? null : formatTime(endOf(slot)),
    entry_path: status === 'registered' ? entryPath(runtime.vault, work.school, registration) : null,
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
    ...{ source: 'page', order_id: null, banned: false, hand_raised_at: null, canceled_at: null },
    ...{ user_id: null, entry_path: null, present_at: null },
    ...stampsAt(now),
  }
}
