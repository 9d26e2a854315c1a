// Counts what is counted from rows: of a day that is over once all services have answered, of today when somebody asks.
import { type DerivedMetric, dayOf } from '@lms/contract'
import { hostOperations, inTime, type Runtime, scheduled } from '@lms/service-host'
import { UsageOfAll, type UsagePlace } from './usage.store.ts'

const atOnce = 4
const portion = 200
const deadline = 300

/** `LMS_USAGE_DAYS`: how long the days of schools are kept; two years and a bit, for bills. */
const keptDays = 800

/** Has every service count a day of a school; returns whether all have answered. */
export async function countDay(usageDay: UsagePlace, runtime: Runtime): Promise<boolean> {
  const { school_id: school, day } = usageDay
  const figures: Partial<Record<DerivedMetric, number>> = {}
  const answered = await Promise.all(
    Object.keys(runtime.config.serviceAddresses).map(async service => {
      const { host } = runtime.client(
        service,
        { host: hostOperations },
        { school, requestId: '0'.repeat(32) },
      )
      const answer = await inTime(host.usage({ body: { day } }).catch(() => null))
      if (answer) Object.assign(figures, answer.figures)
      return answer !== null
    }),
  )
  const all = answered.every(Boolean)
  const now = runtime.clock.now()
  await new UsageOfAll(runtime.system).enter(usageDay, figures, all && day < dayOf(now), now)
  return all
}

/** Closes the days that are over, in every hour: a service that is away makes them wait. */
export const closeUsageDays = scheduled(
  'close-usage-days',
  '17 * * * *',
  async runtime => {
    const usage = new UsageOfAll(runtime.system)
    const today = dayOf(runtime.clock.now())
    const ends = performance.now() + (deadline - 60) * 1000
    await usage.begin(today)
    let after: UsagePlace | null = null
    while (performance.now() < ends) {
      const open: UsagePlace[] = await usage.open(today, after, portion)
      for (let at = 0; at < open.length; at += atOnce)
        await Promise.all(open.slice(at, at + atOnce).map(usageDay => countDay(usageDay, runtime)))
      if (open.length < portion) break
      after = open.at(-1)!
    }
    await usage.forget(today, daysOf(runtime))
  },
  { deadline },
)

function daysOf({ config: { settings } }: Runtime): number {
  const days = Number(settings.LMS_USAGE_DAYS ?? keptDays)
  if (!Number.isSafeInteger(days) || days < 40)
    throw new Error('LMS_USAGE_DAYS must be a whole number of at least 40.')
  return days
}
