// Segments at least as new as what was committed in the school before: for those who take all members of one.
import { I, resource, slug, timestamp } from '@lms/contract'
import { z } from 'zod'

/** How far a wait has come: in the events of each service, and then in the people who are looked at again. */
export const UpToDate = z.object({
  events: z
    .array(z.object({ service: slug(30), after: z.int(), until: z.int().nullable() }))
    .max(20)
    .nullable(),
  /** Once all events are processed: who was to be looked at by then. */
  checks: timestamp().nullable(),
})
export type UpToDate = z.infer<typeof UpToDate>

export const segmentsUpToDate = resource({
  /** Begins with null, and is repeated with its answer until that is null. */
  wait: I('POST /internal/segments/up-to-date', {
    summary: 'Whether segments have seen what was committed in the school when the wait began',
    callers: ['scenarios'],
    permission: null,
    body: z.strictObject({ place: UpToDate.nullable() }),
    returns: z.object({ place: UpToDate.nullable() }),
  }),
})
