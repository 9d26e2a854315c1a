// Entries into segments, for figures.
import { I, id, resource, timestamp } from '@lms/contract'
import { z } from 'zod'

/** Maximum segments of a way. */
export const maxSteps = 10
/** Maximum people who are named. */
export const maxPeople = 500

export const movesOfSegments = resource({
  funnel: I('POST /internal/segments/funnel', {
    summary: 'How many people came from one segment to the next; fewer steps if the school lacks a segment',
    callers: ['analytics'],
    permission: null,
    body: z.object({
      segment_ids: z.array(id('seg')).max(maxSteps).describe('Empty for the oldest ones.'),
      from: timestamp(),
      to: timestamp(),
      window_days: z.int().min(1).max(365).describe('Days from the first entry into the first segment.'),
    }),
    returns: z.object({
      steps: z.array(
        z.object({
          segment_id: id('seg'),
          people: z.int(),
          median_hours: z.int().nullable().describe('From the segment before.'),
          known_since: timestamp().nullable(),
          user_ids: z.array(id('usr')).nullable().describe(`Null if there are more than ${maxPeople}.`),
        }),
      ),
    }),
  }),
})
