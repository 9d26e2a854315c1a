// The stores of this service, and the builder that ties its handlers and reactions to them.
import {
  defineService,
  enqueue,
  PeopleDirectory,
  type StoresOf,
  schoolSettingsOf,
  settingsStoreOf,
} from '@lms/service-host'
import { DayStore } from './days/day.store.ts'
import { changeZone } from './days/recompute.task.ts'
import { FactStore } from './facts/fact.store.ts'
import { FigureStore } from './figures/figure.store.ts'
import { AnalyticsSettings } from './settings/analytics-settings.ts'
import { TrafficStore } from './traffic/traffic.store.ts'
import { VisitStore } from './visits/visit.store.ts'

export const builder = defineService({
  people: PeopleDirectory,
  facts: FactStore,
  days: DayStore,
  figures: FigureStore,
  traffic: TrafficStore,
  visits: VisitStore,
  settings: settingsStoreOf('analytics', AnalyticsSettings),
  // A zone has other days: all figures are computed anew.
  school: schoolSettingsOf('analytics', {
    changing: ({ before, after }, work) => {
      if (before.time_zone !== after.time_zone) enqueue(work, changeZone, {}, { key: 'zone' })
    },
  }),
})
export type Stores = StoresOf<typeof builder.stores>
