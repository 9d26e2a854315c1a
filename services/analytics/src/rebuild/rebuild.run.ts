// Rebuilt equals grown: objects are always read where they are kept, and a version of one counts once. An event that comes
// meanwhile has its own effect.
import type { Id } from '@lms/contract'
import { enqueue, type Outside, type UnitOfWork } from '@lms/service-host'
import { history } from '@lms/webhooks/contract'
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
  /** The last event of the journal, once all is read. */
  readonly last: LastEvent | null
}
type LastEvent = { readonly id: Id<'evt'>; readonly at: string }

async function readPage(cursor: { source: number; after: string[] | null }, ctx: Outside): Promise<Page> {
  const source = tables[cursor.source]
  if (!source) return { seen: [], next: null, last: await lastEvent(ctx) }
  const isInstalled = ctx.runtime.config.serviceAddresses[source.service]
  const page = isInstalled ? await readTable(source, cursor.after, ctx) : { seen: [], next: null }
  return { ...page, last: null }
}

async function lastEvent({ school, requestId, runtime }: Outside): Promise<LastEvent | null> {
  if (!runtime.config.serviceAddresses.webhooks) return null
  const { event_id, at } = await runtime.client('webhooks', { history }, { school, requestId }).history.last()
  return event_id && at ? { id: event_id, at } : null
}

export const rebuildFactsTask = builder.externalCall(rebuildFacts, {
  prepare: async ({ state }) => ({ source: state?.source ?? 0, after: state?.after ?? null }),

  call: readPage,

  finish: async ({ state, outcome, work, now }, { facts, school }) => {
    const { source, began_at, objects } = state ?? { source: 0, began_at: now, objects: 0 }
    await facts.lock()
    const [factState, { time_zone }] = await Promise.all([facts.state(), school.get()])
    const zone = factState?.zone ?? time_zone
    // Without a state nothing is counted yet: of a school that was restored, or is counted for the first time.
    if (!factState) {
      facts.saveState({ zone, event_id: null, at: now })
      facts.markWhole(false)
    }
    if (source === tables.length) {
      const droppedCount = await facts.dropUnread(began_at, zone, forgotten)
      recomputeSoon(work)
      if (droppedCount === forgotten) return { state: { source, after: null, began_at, objects } }
      // Events of before the archive have their effect without being read.
      if (factState && !factState.event_id && outcome.last)
        facts.saveState({ zone, event_id: outcome.last.id, at: outcome.last.at })
      facts.markWhole(true)
      return
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
