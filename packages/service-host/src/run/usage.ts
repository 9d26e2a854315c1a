// What a school has used on a day, counted from the rows of one service.
import type { DerivedMetric } from '@lms/contract'
import type { Service } from '../service.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'

const dayMs = 86_400_000

/** The figures that the service counts, of a day of UTC. */
export async function usageOf(
  { usage = {} }: Service,
  day: string,
  work: UnitOfWork,
): Promise<Partial<Record<DerivedMetric, number>>> {
  const from = Date.parse(`${day}T00:00:00Z`)
  const at = (ms: number) => new Date(ms).toISOString()
  const counted = Object.entries(usage).map(async ([metric, count]) => [
    metric,
    await count(work, { day, from: at(from), till: at(from + dayMs) }),
  ])
  return Object.fromEntries(await Promise.all(counted))
}
