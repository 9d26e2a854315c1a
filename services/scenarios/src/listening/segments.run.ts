// Entries into segments, asked of crm while a scenario of the school begins with one.
import { type EventRef, formatTime, type Id } from '@lms/contract'
import { segmentEntries } from '@lms/crm/contract'
import { builder } from '../builder.ts'
import { entriesInto, exitsOn } from '../graph/graph.ts'
import { letEnter, type Signal } from './admit.ts'
import { leave } from './leave.ts'
import { followSegments } from './members.task.ts'
import { causesOf } from './standing.ts'

/** How often crm is asked. */
const everyMs = 20_000
/** An entry may be committed so long after its time. Keys tell apart what was seen. */
const lateMs = 60_000
const maxSegments = 200
/** A page that is full has others behind it. */
const page = 200

export const followSegmentsCall = builder.externalCall(followSegments, {
  prepare: async ({ state, now }, { versions, segmentCursor }) => {
    const began = Date.parse(now)
    const [segment_ids, lastKnown] = await Promise.all([
      versions.heardSegments(maxSegments),
      segmentCursor.knownUntil(),
    ])
    return { segment_ids, began, since: lastKnown ?? began, after: state?.after ?? null }
  },

  call: async ({ segment_ids, since, after, began }, ctx) => {
    if (segment_ids.length === 0) return { entries: [], began, since }
    const { entries } = await ctx.runtime.client('crm', { segmentEntries }, ctx).segmentEntries.since({
      body: {
        segment_ids,
        since: timeOf(since - lateMs),
        after: after && { ...after, at: timeOf(after.at) },
      },
    })
    // What crm had seen when it found them in the segment is among what was committed before.
    const causesAt = await causesOf([...new Set(entries.map(({ user_id }) => user_id))], ctx)
    return {
      entries: entries.map(each => ({ ...each, causes: causesAt(each.user_id, each.at) })),
      began,
      since,
    }
  },

  finish: async ({ state, outcome: { entries, began, since }, now, work }, stores) => {
    const keys = new Map(entries.map(each => [keyOf(each), each]))
    const seen = keys.size ? await stores.entries.take([...keys.keys()]) : new Map()
    const fresh = [...keys].filter(([key]) => !seen.has(key))
    stores.entries.keep(fresh.map(([key]) => ({ key, outcome: 'done' as const, reason: null, run_id: null })))
    await stores.people.holdAll(fresh.map(([, { user_id }]) => user_id))
    const heard = await stores.versions.heard([
      ...new Set(fresh.map(([, { segment_id }]) => entriesInto(segment_id))),
    ])
    const signals = fresh.map(([, entry]) => signalOf(entry))
    const ending = await stores.versions.heard([...heard.keys()].map(exitsOn))
    await leave(
      fresh.map(([, entry]) => entry),
      [...new Set([...ending.values()].flat())].sort(),
      { now, work },
      stores,
    )
    for (const id of [...new Set([...heard.values()].flat())].sort())
      await letEnter(id as Id<'scn'>, signals, { now, work }, stores)
    const last = entries.length === page ? entries.at(-1)! : null
    const pages = (state?.pages ?? 0) + 1
    if (last) {
      stores.segmentCursor.know(since)
      const { segment_id, user_id, at } = last
      return { state: { after: { segment_id, user_id, at: Date.parse(at) }, pages } }
    }
    if ((await stores.versions.heardSegments(1)).length === 0) {
      stores.segmentCursor.forget()
      return undefined
    }
    stores.segmentCursor.know(began)
    return { state: { after: null, pages }, at: new Date(Date.parse(now) + everyMs) }
  },
})

const timeOf = (ms: number) => formatTime(new Date(ms))

interface SegmentEntry {
  at: string
  segment_id: Id<'seg'>
  user_id: Id<'usr'>
  causes: readonly EventRef[]
}

const keyOf = ({ segment_id, user_id, at }: SegmentEntry) => `${segment_id} ${user_id} ${at}`

const signalOf = ({ at, segment_id, user_id, causes }: SegmentEntry): Signal => ({
  user_id,
  at,
  causes,
  data: {},
  begins: ({ start }) => start.by === 'segment' && start.segment_id === segment_id,
})
