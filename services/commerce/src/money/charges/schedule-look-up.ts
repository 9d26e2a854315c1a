// The next look at what a provider has not told the outcome of.
import { enqueue, type Task, type Work } from '@lms/service-host'
import { lookAfter, maxLooks } from './charge.task.ts'

/** Enqueues the next look at a charge, a refund or a card that is still pending, while one is left. */
export function lookAgain<Payload extends { look: number }>(
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  task: Task<Payload, null>,
  about: Payload,
): void {
  if (about.look >= maxLooks) return
  const at = new Date(runtime.clock.now().getTime() + lookAfter(about.look) * 1000)
  enqueue(work, task, { ...about, look: about.look + 1 }, { at })
}
