import { builder } from '../builder.ts'
import { UsageDayEntity, UsagePersonEntity, UsageReporterEntity } from './usage.entity.ts'
import { usageInternalHandlers, usageReportHandlers } from './usage.handlers.ts'
import { closeUsageDays } from './usage.run.ts'

export const usageResource = builder.resource({
  handlers: [usageReportHandlers, usageInternalHandlers],
  entities: [UsageDayEntity, UsagePersonEntity, UsageReporterEntity],
  tasks: [closeUsageDays],
})
