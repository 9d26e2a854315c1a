// Up to which event figures are complete.
import { formatTime, type Id, timestamp } from '@lms/contract'
import { type SchoolRuntime, timeOfId, type UnitOfWork } from '@lms/service-host'
import { history } from '@lms/webhooks/contract'
import { z } from 'zod'
import type { Stores } from '../builder.ts'
import { followedEvents, followedServices, onEvents } from '../following/follow.ts'

export const AsOf = z
  .object({
    sequence: z
      .int()
      .nullable()
      .describe('The `sequence` of the last event that has had its effect; null before the journal has it.'),
    at: timestamp().nullable().describe('When that event happened; null before the first one.'),
  })
  .describe(
    'The figures have the effects of all events up to this one, also where one behind it has its own already.',
  )
export type AsOf = z.infer<typeof AsOf>

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
  if (!state?.event_id) return nothing
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
