// The last event before which all events of the school are counted.
import { formatTime, type Id } from '@lms/contract'
import { type SchoolRuntime, timeOfId, type UnitOfWork } from '@lms/service-host'
import { history } from '@lms/webhooks/contract'
import type { Stores } from '../builder.ts'
import { followedEvents, followedServices, onEvents } from '../following/follow.ts'
import type { AsOf } from './as-of-schema.ts'

/** The reaction that counts, and what it counts. */
const counted = {
  sources: followedServices,
  types: followedEvents.map(({ type }) => type),
  readers: [{ service: 'analytics', reactions: [onEvents.name] }],
}

/**
 * The last event before which all are counted: no event that failed, and comes again, is behind it. Asks other services:
 * call it before anything is locked, and before the figures are read.
 */
export async function asOf(
  { work, runtime }: { work: UnitOfWork; runtime: SchoolRuntime },
  { facts }: Pick<Stores, 'facts'>,
): Promise<AsOf> {
  const nothing = { sequence: null, at: null }
  // Before it is asked who waits: what comes in between is behind both.
  const state = await facts.state()
  if (!state?.event_id || !state.is_whole) return nothing
  const scope = { school: work.school, requestId: work.origin.requestId }
  // Figures are true without it.
  return placeOf(state.event_id as Id<'evt'>, state.at, scope, runtime).catch(() => nothing)
}

async function placeOf(
  event_id: Id<'evt'>,
  at: string,
  scope: { school: string; requestId: string },
  runtime: SchoolRuntime,
): Promise<AsOf> {
  const waiting = (await runtime.firstUnseen(counted, scope)).map(({ id }) => id)
  if (runtime.config.serviceAddresses.webhooks) {
    const { upTo } = runtime.client('webhooks', { history }, scope).history
    const found = await upTo({ body: { event_id, before: waiting } })
    if (found.sequence !== null) return found
  }
  const oldest = Math.min(Date.parse(at), ...waiting.map(id => timeOfId(id).getTime()))
  return { sequence: null, at: formatTime(new Date(oldest)) }
}
