// Analytics.

import { migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { analyticsContract } from './contract.ts'
import { courseResource } from './courses/course.resource.ts'
import { dayResource } from './days/day.resource.ts'
import { factResource } from './facts/fact.resource.ts'
import { followingResource } from './following/following.resource.ts'
import { funnelResource } from './funnel/funnel.resource.ts'
import { queryResource } from './query/query.resource.ts'
import { rebuildResource } from './rebuild/rebuild.resource.ts'
import { salesResource } from './sales/sales.resource.ts'
import { trafficResource } from './traffic/traffic.resource.ts'
import { visitResource } from './visits/visit.resource.ts'

export const analyticsService = builder.build({
  contract: analyticsContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  resources: [
    factResource,
    followingResource,
    dayResource,
    rebuildResource,
    salesResource,
    trafficResource,
    funnelResource,
    courseResource,
    queryResource,
    visitResource,
  ],
})
