import { setTimeout as pause } from 'node:timers/promises'
import type { Id } from '@lms/contract'
import { audiences, segmentsUpToDate, type UpToDate } from '@lms/crm/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { obstacleOf } from '../core/entry.ts'
import { asksIn } from '../graph/asks.ts'
import type { Graph } from '../graph/node.ts'
import type { ScenarioRow } from '../scenarios/scenario.store.ts'

/** Maximum members who are counted, and members of one question. */
export const maxCounted = 10_000
const page = 2000
const hourMs = 3_600_000

/** How long a publication waits for segments, in milliseconds, and how often it looks. */
const longestMs = 3000
const everyMs = 150

/**
 * The members now of the segments that triggers begin with; null if there are too many, or if they are still to see what was
 * committed before. Asks crm: before anything is locked.
 */
export async function membersNow(
  graph: Graph,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Set<Id<'usr'>> | null> {
  const segments = asksIn(graph, 'segment').flatMap(({ kind, ask }) =>
    kind === 'trigger' ? [ask.segment_id] : [],
  )
  const members = new Set<Id<'usr'>>()
  if (segments.length === 0) return members
  const scope = { school: work.school, requestId: work.origin.requestId }
  const crm = runtime.client('crm', { audiences, segmentsUpToDate }, scope)
  const { next } = crm.audiences
  for (let waited = 0, position: UpToDate | null = null; ; waited += everyMs) {
    position = (await crm.segmentsUpToDate.wait({ body: { place: position } })).place
    if (!position) break
    if (waited >= longestMs) return null
    await pause(everyMs)
  }
  for (const segment_id of new Set(segments))
    for (let cursor: Id<'usr'> | null = null; ; ) {
      const { ids }: { ids: Id<'usr'>[] } = await next({
        body: { segment_id, place: cursor, descending: false, most: page },
      })
      for (const id of ids) members.add(id)
      if (members.size > maxCounted) return null
      if (ids.length < page) break
      cursor = ids.at(-1)!
    }
  return members
}

/** How many of these people nothing keeps from entering, once the scenario is enabled. */
export async function countEntering(
  people: ReadonlySet<Id<'usr'>>,
  scenario: ScenarioRow,
  now: string,
  { runs }: Stores,
): Promise<number> {
  if (people.size === 0) return 0
  const at = Date.parse(now)
  const standings = await runs.standings(scenario.id, [...people], new Date(at - hourMs).toISOString())
  return [...standings.values()].filter(
    standing => obstacleOf({ ...standing, open: true }, scenario, at) === null,
  ).length
}
