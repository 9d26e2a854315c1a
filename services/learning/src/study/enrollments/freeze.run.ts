// The clock of a study stands still: the users service freezes the rights to the course, and the study follows them.
import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { courseFreezes } from '@lms/users/contract'
import { z } from 'zod'
import { builder } from '../../builder.ts'
import { changed } from '../rights/right.store.ts'

const freezeRights = task('freeze-rights', {
  payload: z.object({ enrollment_id: id('enr'), frozen: z.boolean() }),
  deadline: 10,
  attempts: 8,
})

export const freezeRightsCall = builder.externalCall(freezeRights, {
  prepare: async ({ payload }, { enrollments }) => {
    const { user_id, course_id, freezes } = await enrollments.get(payload.enrollment_id)
    const since = payload.frozen ? null : (freezes.at(-1)?.from ?? null)
    return { user_id, course_id, frozen: payload.frozen, since }
  },
  call: (body, { school, requestId, runtime }) =>
    runtime.client('users', { courseFreezes }, { school, requestId }).courseFreezes.set({ body }),
  finish: async ({ payload, outcome }, { enrollments, rights }) => {
    await rights.holdCopy()
    const row = await enrollments.lockAnyVersion(payload.enrollment_id)
    const storedRights = await rights.of(row)
    const versions = new Map<string, number>(storedRights.map(right => [right.id, right.version]))
    // What was read from the users service since may be newer.
    const fresh = outcome.changes.filter(({ id, right }) => right!.version > (versions.get(id) ?? 0))
    rights.take(fresh)
    return enrollments.settle(row, changed(storedRights, fresh))
  },
  pending: ({ payload }, { enrollments }) => enrollments.get(payload.enrollment_id),
})
