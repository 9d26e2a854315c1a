// The members of a segment in slices: for lists, mailings and actions on many people.
import type { Id } from '@lms/contract'
import { builder, type Stores } from '../builder.ts'
import { basesOf } from '../settings/topic.ts'
import { audiences } from './audience.contract.ts'
import { ruleOf } from './rule.ts'
import { type Need, needsOf, needsOfSegments } from './rule-readers.ts'

interface Members {
  readonly ids: Id<'usr'>[]
  /** False while its first rule is still being applied to all people: nobody knows its members yet. */
  readonly built: boolean
}

/** Who needs the members of a segment that is not built looks again after this time. */
export const untilBuiltMs = 5_000

/**
 * The next members of a segment in the order of their ids, after one of them, at most this many; nobody without such a
 * segment. The last slice is the first that is not full. Who enters behind the place meanwhile is not seen.
 */
export async function nextMembers(
  segmentId: Id<'seg'>,
  slice: { after: Id<'usr'> | null; most: number },
  { segments, segmentMembers }: Pick<Stores, 'segments' | 'segmentMembers'>,
): Promise<Members> {
  return membersOf(segmentId, { cursor: slice.after, most: slice.most }, { segments, segmentMembers })
}

async function membersOf(
  segmentId: Id<'seg'>,
  slice: Parameters<Stores['segmentMembers']['next']>[1],
  { segments, segmentMembers }: Pick<Stores, 'segments' | 'segmentMembers'>,
): Promise<Members> {
  const [row] = await segments.many([segmentId])
  if (!row) return { ids: [], built: true }
  return { ids: await segmentMembers.next(row, slice), built: row.generation > 0 }
}

const distinct = (needs: readonly Need[]) => [
  ...new Map(needs.map(({ permissions }) => [permissions.join(' '), permissions])).values(),
]

export const audienceHandlers = builder.implement(audiences, {
  needs: async ({ body }, stores) => {
    const needs = await needsOfSegments(body.segment_ids, 'segment_id', stores)
    const needs_of_rules = await Promise.all(body.rules.map(rule => needsOf(ruleOf(rule), '', stores)))
    return { needs: distinct(needs), needs_of_rules: needs_of_rules.map(distinct) }
  },
  topics: async ({ body }, { settings }) => {
    const bases = basesOf((await settings.get()).topics)
    return { unknown: body.topics.filter(key => !bases.has(key)) }
  },
  next: ({ body: { segment_id, place, ...slice } }, stores) =>
    membersOf(segment_id, { ...slice, cursor: place }, stores),
})
