// After a merge: of two rows for one lesson or one session their services make one, without an event that names it.
import { type Id, id } from '@lms/contract'
import { enqueue, task, throughOutages, type UnitOfWork } from '@lms/service-host'
import { z } from 'zod'

/** Reads what may have become one anew, until all of it belongs to the person who stays. */
export const readUnited = task('read-united', {
  returns: 'never',
  payload: z.object({ from: id('usr'), into: id('usr') }),
  state: z.object({
    after: z
      .string()
      .regex(/^[a-z]{3}_\w+$/)
      .nullable(),
    /** How often the services had not moved all of it yet. */
    early: z.int(),
    objects: z.int(),
  }),
  deadline: 60,
  ...throughOutages,
  counted: false,
  progress: ({ objects }) => ({ done: objects, total: null }),
})

export function readUnitedSoon(work: UnitOfWork, { from, into }: { from: string; into: string }): void {
  enqueue(work, readUnited, { from: from as Id<'usr'>, into: into as Id<'usr'> }, { key: from })
}
