import { Refused } from '@lms/contract'
import { StatementError } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { asOf } from '../figures/as-of.ts'
import type { FigureQuery } from '../figures/figure.store.ts'
import { counted, maxDays } from '../figures/metrics.ts'
import { addDays, daysOf, isKnown, type Period, periodBefore, periodOf } from '../figures/period.ts'
import { maxRead, queries, refusals } from './query.contract.ts'
import { drilled, ordered, planOf, rowsOf } from './query.rules.ts'
import { patienceMs, queryLineOf } from './query-line.ts'

/** Milliseconds of a statement. */
const deadlineMs = 3000
/** A statement that was ended because of its deadline. */
const timedOut = '57014'
/** Another process runs queries of the school, for longer than one waits. */
const notInTurn = '55P03'

/** A period of the last days that would read half of what is allowed. */
const narrower = (period: Period, cost: number) => {
  const days = Math.max(1, Math.floor((daysOf(period) * maxRead) / (2 * cost)))
  return { from: addDays(period.to, -days), to: period.to }
}

function tooLarge(period: Period, cost: number): Refused {
  const fits = narrower(period, cost)
  const message = `${fits.from} to ${fits.to} would probably fit`
  return new Refused(refusals.query_too_large, undefined, { details: [{ path: 'body.period', message }] })
}

const queryHandlers = builder.implement(queries, {
  query: async ({ body, work, runtime, now }, stores: Stores) => {
    const plan = planOf(body)
    const { time_zone: zone } = await stores.school.get()
    const { from = null, to = null } = body.period
    const period = periodOf({ from, to }, { zone, now })
    if (daysOf(period) < 1 || daysOf(period) > maxDays) throw new Refused(refusals.period_invalid)
    const compared = body.compare && periodBefore(period, body.compare)
    if (compared && !isKnown(compared)) throw new Refused(refusals.period_invalid)
    const as_of = await asOf({ work, runtime }, stores)
    const queryOf = (of: Period): FigureQuery => ({
      kinds: [...new Set(plan.counted.map(name => counted[name].of))],
      by: plan.by,
      only: plan.only,
      period: of,
      zone,
    })
    const { figures } = stores
    const periods = compared ? [period, compared] : [period]
    const release = await queryLineOf(runtime.config).enter(work.school)
    if (!release) throw new Refused(refusals.query_running)
    try {
      await figures.takeTurn({ patienceMs, deadlineMs })
      for (const each of periods) {
        const cost = await figures.cost(queryOf(each), maxRead)
        if (cost > maxRead) throw tooLarge(each, cost)
      }
      const [sums, before = null] = await Promise.all(periods.map(each => figures.sums(queryOf(each))))
      const { data, more } = ordered(rowsOf(sums!, before, plan), body)
      return {
        data: data.map(row => drilled(row, { plan, period, zone })),
        more,
        period,
        compared_period: compared,
        as_of,
      }
    } catch (error) {
      if (!(error instanceof StatementError)) throw error
      if (error.sqlState === notInTurn) throw new Refused(refusals.query_running)
      throw error.sqlState === timedOut ? tooLarge(period, 2 * maxRead) : error
    } finally {
      release()
    }
  },
})

export const queryResource = builder.resource({
  handlers: [queryHandlers],
})
