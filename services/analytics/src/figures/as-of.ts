// Up to which event figures are complete.
import type { Id } from '@lms/contract'
import { timestamp } from '@lms/contract'
import type { SchoolRuntime, UnitOfWork } from '@lms/service-host'
import { history } from '@lms/webhooks/contract'
import { z } from 'zod'
import type { Stores } from '../builder.ts'

export const AsOf = z
  .object({
    sequence: z
      .int()
      .nullable()
      .describe('The `sequence` of the last event that has had its effect; null before the journal has it.'),
    at: timestamp().nullable().describe('When that event happened; null before the first one.'),
  })
  .describe('The figures have the effects of all events up to this one.')
export type AsOf = z.infer<typeof AsOf>

/** Asks the journal for the sequence: call it before anything is locked. */
export async function asOf(
  { work, runtime }: { work: UnitOfWork; runtime: SchoolRuntime },
  { facts }: Pick<Stores, 'facts'>,
): Promise<AsOf> {
  const state = await facts.state()
  if (!state?.event_id) return { sequence: null, at: null }
  if (!runtime.config.serviceAddresses.webhooks) return { sequence: null, at: state.at }
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { sequence } = await runtime
    .client('webhooks', { history }, scope)
    .history.sequence({ body: { event_id: state.event_id as Id<'evt'> } })
    // Figures are true without it.
    .catch(() => ({ sequence: null }))
  return { sequence, at: state.at }
}
