import { id, slug } from '@lms/contract'
import { UpToDate } from '@lms/crm/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Follows the entries into the segments with which scenarios of the school begin, while there are any. */
export const followSegments = task('follow-segments', {
  payload: z.object({}),
  state: z.object({
    /** The last entry of a page that others follow. */
    after: z.object({ at: z.int(), segment_id: id('seg'), user_id: id('usr') }).nullable(),
    pages: z.int(),
  }),
  deadline: 60,
  attempts: 1_000_000,
  longestPause: 60,
})

/** Lets the members of the segment of a trigger enter: at its date, or with a publication. */
export const enterMembers = task('enter-members', {
  payload: z.object({ scenario_id: id('scn'), node: slug(40) }),
  state: z.object({
    ...{ after: id('usr').nullable(), seen: z.int() },
    /** While the segment has still to see what was committed before. */
    waits: UpToDate.nullish(),
  }),
  deadline: 60,
  attempts: 1_000_000,
  longestPause: 60,
})
