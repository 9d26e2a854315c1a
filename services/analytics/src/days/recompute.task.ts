// The sums of days whose facts have changed are computed anew, seconds later.
import { enqueue, task, type UnitOfWork } from '@lms/service-host'
import { z } from 'zod'

export const recomputeDays = task('recompute-days', {
  returns: 'never',
  payload: z.object({}),
  state: z.object({ days: z.int() }),
  counted: false,
  deadline: 120,
  progress: ({ days }) => ({ done: days, total: null }),
})

/** Makes the days those of another time zone. */
export const changeZone = task('change-zone', {
  returns: 'never',
  payload: z.object({}),
  counted: false,
  deadline: 120,
})

const restMs = 5000

/** Has changed days recomputed within seconds. All changes of these seconds wait for the same moment, however many. */
export function recomputeSoon(work: UnitOfWork): void {
  const next = Math.ceil((work.origin.now.getTime() + 1) / restMs) * restMs
  enqueue(work, recomputeDays, {}, { key: 'days', at: new Date(next) })
}
