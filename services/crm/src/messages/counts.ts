// The numbers of what is sent to many people.
import { z } from 'zod'
import { skipMeanings } from './message.object.ts'

const number = () => z.int().min(0)

/** `audience` is always the sum of the others. */
export const Counts = z.object({
  audience: number().describe('The messages that were to go: one for each person.'),
  queued: number().describe('Those that wait for their turn.'),
  in_flight: number().describe('Handed over at this moment; after a stop, at the moment of the stop.'),
  sent: number().describe('Those that the channel has taken.'),
  deferred: number().describe('Tried again later.'),
  refused: number().describe('Those that the channel has refused for good.'),
  unknown: number().describe('They may have left before a crash, and are not repeated.'),
  removed: number().describe('Taken from the queue by a stop.'),
  skipped: number().describe('Those that were not sent, for one of `reasons`.'),
  reasons: z
    .object(
      Object.fromEntries(
        Object.entries(skipMeanings).map(([reason, meaning]) => [
          reason,
          number().optional().describe(meaning),
        ]),
      ),
    )
    .describe('The skipped ones, by reason.'),
})
export type Counts = z.infer<typeof Counts>

/** What became of the messages that were in flight at the moment of a stop. */
export const AfterStop = z.object({
  sent: number().describe('Those that the channel had taken.'),
  refused: number().describe('Those that the channel had refused for good.'),
  unknown: number().describe('Those that may have left before a crash, and are not repeated.'),
  removed: number().describe('Those that the stop took from the queue.'),
  skipped: number().describe('Those that were not sent for another reason.'),
})
export type AfterStop = z.infer<typeof AfterStop>

export const noCounts: Counts = {
  audience: 0,
  queued: 0,
  in_flight: 0,
  sent: 0,
  deferred: 0,
  refused: 0,
  unknown: 0,
  removed: 0,
  skipped: 0,
  reasons: {},
}

/** Sums of rows of status, reason and number. */
export function sumOf(parts: readonly (readonly (string | null)[])[]): Counts {
  const counts = structuredClone(noCounts) as Record<string, any>
  for (const [status, reason, text] of parts) {
    const count = Number(text)
    counts[status === 'sending' ? 'in_flight' : status!] += count
    counts.audience += count
    if (reason) counts.reasons[reason] = (counts.reasons[reason] ?? 0) + count
  }
  return counts as Counts
}

/** The numbers at a stop: what waits is taken from the queue. */
export const atStop = ({ queued, deferred, removed, ...counts }: Counts): Counts => ({
  ...counts,
  queued: 0,
  deferred: 0,
  removed: removed + queued + deferred,
})

/** What has become of what was in flight at a stop, from the numbers of then and of now. */
export function since(stop: Counts, now: Counts): AfterStop {
  const later = atStop(now)
  const more = (name: keyof AfterStop) => Math.max(0, later[name] - stop[name])
  return {
    sent: more('sent'),
    refused: more('refused'),
    unknown: more('unknown'),
    removed: more('removed'),
    skipped: more('skipped'),
  }
}
