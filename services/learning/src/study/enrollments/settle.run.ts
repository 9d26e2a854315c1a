// Rights begin and end by this service's own clock.
import { builder } from '../../builder.ts'
import { settleEnrollment } from './settle.task.ts'

export const settleEnrollmentTask = builder.task(
  settleEnrollment,
  async ({ payload }, { enrollments, rights }) => {
    const seen = await enrollments.find(payload.enrollment_id)
    if (!seen) return
    const row = await enrollments.lock(seen.id)
    enrollments.settle(row, await rights.of(row))
  },
)
