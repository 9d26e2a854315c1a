// Analytics.
import { migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { analyticsContract } from './contract.ts'
import { courseAnalyticsHandlers } from './courses/course.handlers.ts'
import { changeZoneTask, recomputeDaysTask } from './days/recompute.run.ts'
import { factEntities } from './facts/fact.entity.ts'
import { onEvents } from './following/follow.ts'
import { factsOfPerson } from './following/person.data.ts'
import { readUnitedTask } from './following/read-united.run.ts'
import { funnelHandlers } from './funnel/funnel.handlers.ts'
import { queryHandlers } from './query/query.handlers.ts'
import { countAgain, rebuildFactsTask, rebuildHandlers } from './rebuild/rebuild.run.ts'
import { salesHandlers } from './sales/sales.handlers.ts'
import { trafficHandlers } from './traffic/traffic.handlers.ts'

export const analyticsService = builder.build({
  contract: analyticsContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  entities: factEntities,
  batchReactions: [onEvents],
  personalData: [factsOfPerson],
  tasks: [recomputeDaysTask, changeZoneTask, rebuildFactsTask, readUnitedTask],
  restored: countAgain,
  resources: [
    salesHandlers,
    trafficHandlers,
    funnelHandlers,
    courseAnalyticsHandlers,
    queryHandlers,
    rebuildHandlers,
  ],
})
