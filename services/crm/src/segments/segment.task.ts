// What follows from changes: which people are looked at again, and how a new rule reaches all of them.
import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Looks at a person again, for the segments that stand in `segment_checks`. One waits for each person. */
export const checkPerson = task('check-segments-of-person', {
  payload: z.object({ user_id: id('usr') }),
  batch: 200,
  counted: false,
})

/** Applies a new rule to all people, slice by slice, and then puts it in the place of the old one. */
export const buildSegment = task('build-segment', {
  payload: z.object({ segment_id: id('seg'), generation: z.int() }),
  state: z.object({ after: id('usr').nullable(), seen: z.int() }),
  counted: false,
  atOnce: 2,
  progress: ({ seen }) => ({ done: seen, total: null }),
})

/** Deletes the rows of a generation that nobody reads any more; all of them for a deleted segment. */
export const clearGeneration = task('clear-segment-generation', {
  payload: z.object({ segment_id: id('seg'), generation: z.int().nullable() }),
  state: z.object({ cleared: z.int() }),
  counted: false,
  atOnce: 1,
})
