import { Refused } from '@lms/contract'
import { StatementError } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { asOf } from '../figures/as-of.ts'
import { maxDays } from '../figures/metrics.ts'
import { daysOf, isKnown, periodBefore, periodOf } from '../figures/period.ts'
import { maxRead, queries, refusals } from './query.contract.ts'
import { drilled, ordered, planOf, type Read, rowsOf } from './query.rules.ts'
import { patienceMs, queryLineOf } from './query-line.ts'
import { readPlan, tooLarge } from './read-plan.ts'

/** Milliseconds of a statement. */
const deadlineMs = 3000
/** A statement that was ended because of its deadline. */
const timedOut = '57014'
/** Another process runs queries of the school, for longer than one waits. */
const notInTurn = '55P03'

const queryHandlers = builder.implement(queries, {
  query: async ({ body, work, runtime, now }, stores: Stores) => {
    const plan = planOf(body)
    const [{ time_zone: zone }, { costs }] = await Promise.all([stores.school.get(), stores.settings.get()])
    const { from = null, to = null } = body.period
    const period = periodOf({ from, to }, { zone, now })
    if (daysOf(period) < 1 || daysOf(period) > maxDays) throw new Refused(refusals.period_invalid)
    const compared = body.compare && periodBefore(period, body.compare)
    if (compared && !isKnown(compared)) throw new Refused(refusals.period_invalid)
    const as_of = await asOf({ work, runtime }, stores)
    const { figures } = stores
    const periods = compared ? [period, compared] : [period]
    const release = await queryLineOf(runtime.config).enter(work.school)
    if (!release) throw new Refused(refusals.query_running)
    try {
      await figures.takeTurn({ patienceMs, deadlineMs })
      const reads: Read[] = []
      for (const each of periods) reads.push(await readPlan(plan, { period: each, zone, costs }, figures))
      const [read, before = null] = reads
      const { data, more } = ordered(rowsOf(read!, before, plan), body)
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
