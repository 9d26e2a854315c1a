// Rebuilt equals grown: objects are always read where they are kept, and a version of one counts once. An event that comes
// meanwhile has its own effect.
import { enqueue, type Outside, type UnitOfWork } from '@lms/service-host'
import { builder } from '../builder.ts'
import { recomputeSoon } from '../days/recompute.task.ts'
import type { Seen } from '../facts/fact.ts'
import { readTable } from '../facts/read.ts'
import { type Source, sources } from '../facts/sources.ts'
import { figuresRebuilding } from './rebuild.contract.ts'
import { rebuildFacts } from './rebuild.task.ts'

const tables: readonly Source[] = Object.values(sources)

/** Objects of one step that are forgotten. */
const forgotten = 1000

interface Page {
  readonly seen: readonly Seen[]
  readonly next: string[] | null
}

function readPage(cursor: { source: number; after: string[] | null }, ctx: Outside): Promise<Page> | Page {
  const source = tables[cursor.source]
  const installed = source && ctx.runtime.config.serviceAddresses[source.service]
  return installed ? readTable(source, cursor.after, ctx) : { seen: [], next: null }
}

export const rebuildFactsTask = builder.externalCall(rebuildFacts, {
  prepare: async ({ state }) => ({ source: state?.source ?? 0, after: state?.after ?? null }),

  call: async (cursor, ctx): Promise<Page> => readPage(cursor, ctx),

  finish: async ({ state, outcome, work, now }, { facts, school }) => {
    const { source, began_at, objects } = state ?? { source: 0, began_at: now, objects: 0 }
    await facts.lock()
    const [factState, { time_zone }] = await Promise.all([facts.state(), school.get()])
    const zone = factState?.zone ?? time_zone
    if (!factState) facts.saveState({ zone, event_id: null, at: now })
    if (source === tables.length) {
      const droppedCount = await facts.dropUnread(began_at, zone, forgotten)
      recomputeSoon(work)
      return droppedCount === forgotten ? { state: { source, after: null, began_at, objects } } : undefined
    }
    if (await facts.keep(outcome.seen, zone, { anew: true })) recomputeSoon(work)
    const nextCursor = outcome.next ? { source, after: outcome.next } : { source: source + 1, after: null }
    return { state: { ...nextCursor, began_at, objects: objects + outcome.seen.length } }
  },
})

/** The figures of a restored school are counted anew. */
export const countAgain = ({ work }: { work: UnitOfWork }): readonly string[] => {
  enqueue(work, rebuildFacts, {}, { key: 'rebuild' })
  return []
}

export const rebuildHandlers = builder.implement(figuresRebuilding, {
  rebuild: async ({ work }) => ({ job_id: enqueue(work, rebuildFacts, {}, { key: 'rebuild' }) }),
})
