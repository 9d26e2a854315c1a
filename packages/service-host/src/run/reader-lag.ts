// How far behind the batch reactions of a service are, for one school: part of its queues.
import type { QueueState } from '@lms/contract'
import { outstandingOf } from '@lms/events'
import type { z } from 'zod'
import { timeOfId } from '../database/partitions.ts'
import type { Service } from '../service.ts'
import type { Runtime } from '../work/runtime.ts'
import { batchConsumerOf, type Heard } from './bus-use.ts'
import { openAmong } from './processed-events.ts'

type Figures = z.infer<typeof QueueState> & { queue: string }

/** Events that are looked at one by one. */
const most = 500

/**
 * Asks for schools, each once at a time: each question makes a consumer of NATS for a moment, and whoever asks while one is
 * under way gets its answer. So a school has one consumer for each reaction and process, however often it asks.
 */
export function behindReaders(service: Service): (school: string, runtime: Runtime) => Promise<Figures[]> {
  const underWay = new Map<string, Promise<Figures[]>>()
  return (school, runtime) => {
    const current = underWay.get(school)
    if (current) return current
    const behind = behindOf(service, school, runtime).finally(() => underWay.delete(school))
    underWay.set(school, behind)
    return behind
  }
}

/** A queue for each batch reaction: its length are the events that it has still to process, its delay is the age of the oldest. */
const behindOf = ({ batchReactions = [] }: Service, school: string, runtime: Runtime): Promise<Figures[]> =>
  Promise.all(
    batchReactions.map(async ({ name, to, wanted: choose }) => {
      const { durable } = batchConsumerOf(runtime.service, { name, to })
      const { events, more } = await outstandingOf(runtime.bus, { durable, school, most })
      const heard = to.map(({ type }): Heard => ({ name, type, durable, ...(choose && { wanted: choose }) }))
      const scopedEvents = events.map(event => ({ ...event, school_id: school as never }))
      const open = new Set(scopedEvents.length ? await openAmong(scopedEvents as never, heard, runtime) : [])
      const [oldest] = events.filter(({ id }) => open.has(id))
      const age = oldest ? (runtime.clock.now().getTime() - timeOfId(oldest.id).getTime()) / 1000 : 0
      return {
        queue: `events-${name}`,
        length: Math.min(10_000, open.size + more),
        delay_seconds: Math.max(0, age),
        failed: 0,
        jobs: [],
      }
    }),
  )
