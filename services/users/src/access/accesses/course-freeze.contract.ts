// Freezes of a study: the learning service stops and starts the clock of all rights of a person to a course.
import { I, id, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { accessChanged } from './access.contract.ts'
import { RightChange } from './right-change.contract.ts'

export const courseFreezes = resource({
  /** Asked again, it changes nothing. */
  set: I('POST /internal/courses/freezes', {
    summary: 'Freeze or unfreeze the rights of a person to a course',
    callers: ['learning'],
    permission: null,
    body: z.object({
      user_id: id('usr'),
      course_id: id('crs'),
      frozen: z.boolean(),
      since: timestamp()
        .nullable()
        .describe(
          'Only rights frozen since then are unfrozen, and none whose subscription is paused: others were frozen for another reason.',
        ),
    }),
    returns: z.object({
      changes: z.array(RightChange).describe('The running and frozen rights, as they are now.'),
    }),
    emits: [accessChanged],
  }),
})
