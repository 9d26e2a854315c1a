import { dayOf, type UsageReport, usageReports } from '@lms/contract'
import type { Runtime } from '@lms/service-host'
import { builder } from '../builder.ts'
import { firstPart } from '../parts.ts'
import { maxDays, maxSchools, usageInternalApi } from './usage.contract.ts'
import { UsageDayEntity, UsagePersonEntity, UsageReporterEntity } from './usage.entity.ts'
import { closeUsageDays, countDay } from './usage.run.ts'
import { dayBefore, UsageOfAll } from './usage.store.ts'

const count = async ({
  body,
  runtime,
}: {
  body: UsageReport
  runtime: Pick<Runtime, 'system' | 'clock'>
}) => ({
  counted: await new UsageOfAll(runtime.system).count(body, runtime.clock.now()),
})

const usageReportHandlers = builder.implement(usageReports, { ofService: count, ofGateway: count })

/** A longer period begins later. */
const begin = ({ from, to }: { from: string; to: string }) => {
  const first = dayBefore(to, maxDays - 1)
  return from < first ? first : from
}

const usageInternalHandlers = builder.implement(usageInternalApi, {
  days: async ({ body, work, runtime }, { usage }) => {
    const today = dayOf(runtime.clock.now())
    if (body.from <= today && today <= body.to)
      await countDay({ school_id: work.school, day: today }, runtime)
    return { days: await usage.days(begin(body), body.to) }
  },
  schools: async ({ body, runtime }) => {
    const usageRows = await new UsageOfAll(runtime.system).schools(
      ...([begin(body), body.to, body.after, maxSchools + 1] as const),
    )
    const { part, next } = firstPart(usageRows, maxSchools, ({ school_id }) => school_id)
    return { schools: part, next }
  },
})

export const usageResource = builder.resource({
  handlers: [usageReportHandlers, usageInternalHandlers],
  entities: [UsageDayEntity, UsagePersonEntity, UsageReporterEntity],
  tasks: [closeUsageDays],
})
