// Who has what a rule begins to name already. A change that is heard while the question is on its way is newer than its
// answer, which takes the place of nothing.
import { offerOrders } from '@lms/commerce/contract'
import { type Id, isId } from '@lms/contract'
import type { Outside } from '@lms/service-host'
import { tagPeople } from '@lms/users/contract'
import { attendances as webinarAttendances } from '@lms/webinars/contract'
import { builder } from '../../builder.ts'
import { findHolders } from '../openings/find-holders.task.ts'
import type { Attendance } from './attendance.store.ts'
import type { Holding } from './holding.store.ts'

type Cursor = Id<'usr'> | Id<'ord'> | Id<'wba'>
interface Question {
  object_id: Id<'tag'> | Id<'off'> | Id<'wbn'>
  after: Cursor | null
}
interface HolderPage {
  holdings: Omit<Holding, 'changed_at'>[]
  attendances: Attendance[]
  next: Cursor | null
}

export const findHoldersCall = builder.externalCall(findHolders, {
  prepare: async ({ payload, state }): Promise<Question> => ({ ...payload, after: state?.after ?? null }),
  call: ask,
  finish: async ({ outcome, now }, { holdings, attendances }) => {
    if (outcome.holdings.length) holdings.find(outcome.holdings.map(each => ({ ...each, changed_at: now })))
    attendances.take(outcome.attendances)
    return outcome.next ? { state: { after: outcome.next } } : undefined
  },
})

const nobody: HolderPage = { holdings: [], attendances: [], next: null }

function ask({ object_id, after }: Question, outside: Outside): Promise<HolderPage> {
  if (isId('tag', object_id)) return ofTag(object_id, after as Id<'usr'> | null, outside)
  if (isId('wbn', object_id)) return ofWebinar(object_id, after as Id<'wba'> | null, outside)
  return ofOffer(object_id as Id<'off'>, after as Id<'ord'> | null, outside)
}

const isThere = ({ runtime }: Outside, service: string) => Boolean(runtime.config.serviceAddresses[service])
const scopeOf = ({ school, requestId }: Outside) => ({ school, requestId })

async function ofTag(tag_id: Id<'tag'>, after: Id<'usr'> | null, outside: Outside): Promise<HolderPage> {
  if (!isThere(outside, 'users')) return nobody
  const users = outside.runtime.client('users', { tagPeople }, scopeOf(outside))
  const { people, next } = await users.tagPeople.list({ body: { tag_id, after } })
  const holdings = people.map(({ user_id, added_at }) => ({
    ...{ user_id, object_id: tag_id, source_id: '' as const },
    since: added_at,
  }))
  return { ...nobody, holdings, next }
}

async function ofOffer(offer_id: Id<'off'>, after: Id<'ord'> | null, outside: Outside): Promise<HolderPage> {
  if (!isThere(outside, 'commerce')) return nobody
  const commerce = outside.runtime.client('commerce', { offerOrders }, scopeOf(outside))
  const { orders, next } = await commerce.offerOrders.list({ body: { offer_id, after } })
  const holdings = orders.map(({ order_id, user_id, paid_at }) => ({
    ...{ user_id, object_id: offer_id, source_id: order_id },
    since: paid_at,
  }))
  return { ...nobody, holdings, next }
}

async function ofWebinar(
  webinar_id: Id<'wbn'>,
  after: Id<'wba'> | null,
  outside: Outside,
): Promise<HolderPage> {
  if (!isThere(outside, 'webinars')) return nobody
  const webinars = outside.runtime.client('webinars', { webinarAttendances }, scopeOf(outside))
  const { attendance, next } = await webinars.webinarAttendances.list({ body: { webinar_id, after } })
  return { ...nobody, attendances: attendance.map(each => ({ ...each, webinar_id })), next }
}
