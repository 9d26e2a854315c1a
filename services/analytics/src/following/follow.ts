// After events: the objects that they are about are read anew.
import { randomBytes } from 'node:crypto'
import { commerceContract } from '@lms/commerce/contract'
import { type Envelope, prefixOf } from '@lms/contract'
import { crmContract } from '@lms/crm/contract'
import { learningContract } from '@lms/learning/contract'
import { siteContract } from '@lms/site/contract'
import { usersContract } from '@lms/users/contract'
import { webinarsContract } from '@lms/webinars/contract'
import { builder } from '../builder.ts'
import { recomputeSoon } from '../days/recompute.task.ts'
import { readObjects } from '../facts/read.ts'

/** Begins of the types of events about objects that contribute. */
const about =
  /^(payment\.|order\.|user\.(created|deleted|merged|anonymized|form_submitted)|course\.access_granted|lesson\.(started|completed)|message\.(sent|delivered|bounced)|webinar\.registered)/

const followed = [
  commerceContract,
  usersContract,
  learningContract,
  crmContract,
  webinarsContract,
  siteContract,
]
export const followedServices = followed.map(({ service }) => service)
export const followedEvents = followed.flatMap(({ events }) => events).filter(({ type }) => about.test(type))

/** The ids that an event names: its object's, and the related ones. Only its own events change a person. */
function idsOf({ type, data, related }: Envelope<any>): string[] {
  const ids = [data.object?.id, ...Object.values(related)].filter(id => typeof id === 'string')
  return type.startsWith('user.') ? ids : ids.filter(id => prefixOf(id) !== 'usr')
}

export const onEvents = builder.batchReaction({
  name: 'facts',
  // A batch reads from other services, under a lock: with the usual rest of 20 ms each order would be a batch.
  restMs: 500,
  to: followedEvents,
  prepare: (events, { school, runtime }) =>
    readObjects(events.flatMap(idsOf), { school, runtime, requestId: randomBytes(16).toString('hex') }),
  run: async ({ events, prepared, work }, { facts, school }) => {
    await facts.lock()
    const [state, { time_zone }] = await Promise.all([facts.state(), school.get()])
    const zone = state?.zone ?? time_zone
    if (await facts.keep(prepared, zone)) recomputeSoon(work)
    const [last] = events.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    // One that failed before comes after others.
    const isNewer = !state?.event_id || Date.parse(state.at) <= Date.parse(last!.created_at)
    const { event_id, at } = isNewer ? { event_id: last!.id, at: last!.created_at } : state
    facts.saveState({ zone, event_id, at })
  },
})
