// The members of a segment in slices: for lists, mailings and actions on many people.
import type { Id } from '@lms/contract'
import { builder, type Stores } from '../builder.ts'
import { audiences } from './audience.contract.ts'

/**
 * The next members of a segment in the order of their ids, after one of them, at most this many; null without such a
 * segment. The last slice is the first that is not full. Who enters behind the place meanwhile is not seen.
 */
export async function nextMembers(
  segmentId: Id<'seg'>,
  slice: { after: Id<'usr'> | null; most: number },
  { segments, segmentMembers }: Pick<Stores, 'segments' | 'segmentMembers'>,
): Promise<Id<'usr'>[] | null> {
  const [row] = await segments.many([segmentId])
  return row ? segmentMembers.next(row, { place: slice.after, most: slice.most }) : null
}

export const audienceHandlers = builder.implement(audiences, {
  next: async ({ body: { segment_id, ...slice } }, { segments, segmentMembers }) => {
    const [row] = await segments.many([segment_id])
    return { ids: row ? await segmentMembers.next(row, slice) : [] }
  },
})
