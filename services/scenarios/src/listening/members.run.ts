// Members of a segment enter at the date of a trigger, or because a publication says so.
import { formatTime, type Id } from '@lms/contract'
import { audiences, segmentsUpToDate, type UpToDate } from '@lms/crm/contract'
import { enqueue, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { asksIn } from '../graph/asks.ts'
import { nodesOf } from '../graph/graph.ts'
import type { Graph } from '../graph/node.ts'
import { enterAll } from '../walking/enter.ts'
import { enterMembers, followSegments } from './members.task.ts'

const page = 200
/** A segment whose first rule is still being applied is asked again after this time. */
const untilBuiltMs = 5_000
/** One that has still to see what was committed before is looked at again after this time. */
const lookAgainMs = 300
/** A pause is looked at again after this time. */
const pausedMs = 60_000

interface MembersRequest {
  /** Null where nobody is to enter. */
  segment_id: Id<'seg'> | null
  after: Id<'usr'> | null
  /** How far the segment is up to date; null before that was asked. */
  waits: UpToDate | null
  /** A date to come, or when to look at a pause again. */
  at: string | null
}

export const enterMembersCall = builder.externalCall(enterMembers, {
  prepare: async ({ payload, state, now }, { scenarios, versions }): Promise<MembersRequest> => {
    const nobody = { segment_id: null, after: null, waits: null, at: null }
    const scenario = await scenarios.find(payload.scenario_id)
    // The members have begun to enter: the others do so after the pause.
    if (scenario?.status === 'paused' && state?.after)
      return { ...nobody, after: state.after, at: formatTime(new Date(Date.parse(now) + pausedMs)) }
    if (scenario?.status !== 'enabled' || scenario.published_version === null) return nobody
    const graph = (await versions.graphs(scenario.id, [scenario.published_version])).get(
      scenario.published_version,
    )!
    const start = nodesOf(graph, 'trigger').find(({ id }) => id === payload.node)?.start
    if (start?.by !== 'segment' && start?.by !== 'date') return nobody
    // The date was put off since.
    if (start.by === 'date' && start.at > now) return { ...nobody, at: start.at }
    const { after = null, waits = null } = state ?? {}
    return { segment_id: start.segment_id, after, waits, at: null }
  },

  call: async ({ segment_id, after, waits, at }, outside) => {
    if (segment_id === null) return { ids: [], after, at, built: true, place: null }
    const crm = outside.runtime.client('crm', { audiences, segmentsUpToDate }, outside)
    // Before the first of them: all who have become members by now enter.
    const { place: pendingPosition } = after
      ? { place: null }
      : await crm.segmentsUpToDate.wait({ body: { place: waits } })
    if (pendingPosition) return { ids: [], after, at, built: true, place: pendingPosition }
    const { ids, built } = await crm.audiences.next({
      body: { segment_id, place: after, descending: false, most: page },
    })
    return { ids, after, at, built, place: pendingPosition }
  },

  finish: async (
    { payload, state, outcome: { ids, after, at, built, place: pendingPosition }, now, work },
    stores,
  ) => {
    const seen = (state?.seen ?? 0) + ids.length
    if (pendingPosition)
      return {
        state: { after: null, seen, waits: pendingPosition },
        at: new Date(Date.parse(now) + lookAgainMs),
      }
    if (!built)
      return { state: { after: state?.after ?? null, seen }, at: new Date(Date.parse(now) + untilBuiltMs) }
    if (at) return { state: { after, seen }, at: new Date(at) }
    const entries = ids.map(user_id => ({ user_id, node: payload.node, data: {} }))
    if (entries.length) await enterAll(entries, payload.scenario_id, { now, work }, stores)
    return ids.length === page ? { state: { after: ids.at(-1)!, seen } } : undefined
  },
})

/** Has the segments and dates of the triggers of an enabled scenario followed; `enterNow` takes the present members. */
export function followTriggers(
  scenario_id: Id<'scn'>,
  graph: Graph,
  { work, now }: Pick<Work, 'work' | 'now'>,
  { segmentCursor }: Pick<Stores, 'segmentCursor'>,
  { enterNow = false } = {},
): void {
  if (asksIn(graph, 'segment').length > 0) {
    segmentCursor.begin()
    enqueue(work, followSegments, {}, { key: 'segments' })
  }
  for (const { id: node, start } of nodesOf(graph, 'trigger')) {
    const key = `${scenario_id} ${node}`
    if (start.by === 'date' && start.at > now)
      enqueue(work, enterMembers, { scenario_id, node }, { key, at: new Date(start.at) })
    if (start.by === 'segment' && enterNow) enqueue(work, enterMembers, { scenario_id, node }, { key })
  }
}
