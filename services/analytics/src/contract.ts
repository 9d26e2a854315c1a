// What outsiders may know of this service.
import { contract } from '@lms/contract'
import { courseAnalytics } from './courses/course.contract.ts'
import { changedObjects } from './following/changed.contract.ts'
import { funnel } from './funnel/funnel.contract.ts'
import { queries } from './query/query.contract.ts'
import { figuresRebuilding } from './rebuild/rebuild.contract.ts'
import { sales } from './sales/sales.contract.ts'
import { AnalyticsSettings } from './settings/analytics-settings.ts'
import { traffic } from './traffic/traffic.contract.ts'
import { visits } from './visits/visit.contract.ts'

export { changedObjects } from './following/changed.contract.ts'
export { figuresRebuilding } from './rebuild/rebuild.contract.ts'
export { maxPage, maxVisits, maxWord, visits } from './visits/visit.contract.ts'

export const analyticsContract = contract({
  service: 'analytics',
  area: 'Analytics',
  resources: { sales, traffic, funnel, courseAnalytics, queries },
  settings: AnalyticsSettings,
  internal: { changedObjects, figuresRebuilding, visits },
})
