// When the sessions of an auto-webinar begin: pure functions.
import { Cron } from 'croner'
import { type AutoRule, leastMinutes, quarterHour } from './rule-schema.ts'

const quarters = `*/${leastMinutes} * * * *`
const expressionOf = (cron: string) => (cron === quarterHour ? quarters : cron)

/** The first time after another one at which a session begins; null if there is none. */
export function nextTime(
  { cron, time_zone }: Pick<AutoRule, 'cron' | 'time_zone'>,
  after: Date,
): Date | null {
  return new Cron(expressionOf(cron), { timezone: time_zone }).nextRun(after)
}

/** What is wrong with a rule; null if it can be followed. Each of the next times is at least so long after the one before. */
export function faultOf(
  { cron, time_zone }: Pick<AutoRule, 'cron' | 'time_zone'>,
  now: Date,
): 'unreadable' | 'often' | null {
  if (cron === quarterHour) return null
  if (!/^\S+(?: \S+){4}$/.test(cron)) return 'unreadable'
  try {
    const times = new Cron(cron, { timezone: time_zone }).nextRuns(10, now)
    if (times.length === 0) return 'unreadable'
    const isOften = times.some((time, index) => {
      const before = times[index - 1]
      return before !== undefined && time.getTime() - before.getTime() < leastMinutes * 60_000
    })
    return isOften ? 'often' : null
  } catch {
    return 'unreadable'
  }
}
