// Who has entered segments, for those who act on it.
import { I, id, resource, timestamp } from '@lms/contract'
import { z } from 'zod'

/** Maximum segments of one question, and entries of one answer. */
export const maxSegments = 200
export const maxEntries = 200

const SegmentEntry = z.object({ at: timestamp(), segment_id: id('seg'), user_id: id('usr') })

export const segmentEntries = resource({
  /** In the order of time, segment and person. An entry may be committed a minute after its time. */
  since: I('POST /internal/segments/entries', {
    summary: 'The next entries into segments by events or by time; a changed rule is none',
    callers: ['scenarios'],
    permission: null,
    body: z.strictObject({
      segment_ids: z.array(id('seg')).min(1).max(maxSegments),
      since: timestamp(),
      after: SegmentEntry.nullable().describe('The last entry of the page before.'),
    }),
    returns: z.object({ entries: z.array(SegmentEntry).max(maxEntries) }),
  }),
})
