// The next look at a charge whose outcome is late.
import { enqueue, type Work } from '@lms/service-host'
import type { z } from 'zod'
import { lookAfter, lookUpCharge, maxLooks } from './charge.task.ts'

/** Enqueues the next look at a charge that is still pending, while one is left. */
export function lookAgain(
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { look, ...about }: z.infer<typeof lookUpCharge.payload>,
): void {
  if (look >= maxLooks) return
  const at = new Date(runtime.clock.now().getTime() + lookAfter(look) * 1000)
  enqueue(work, lookUpCharge, { ...about, look: look + 1 }, { at })
}
