// The stores of this service, and the builder that ties its handlers and reactions to them.
import { defineService, PeopleDirectory, type StoresOf, settingsStoreOf } from '@lms/service-host'
import { EntryStore } from './entries/entry.store.ts'
import { SegmentCursorStore } from './listening/segment-cursor.ts'
import { RunStore } from './runs/run.store.ts'
import { TraceStore } from './runs/trace.store.ts'
import { ScenarioStore } from './scenarios/scenario.store.ts'
import { VersionStore } from './scenarios/version.store.ts'
import { ScenariosSettings } from './settings/scenarios-settings.ts'
import { scenarioSecrets } from './settings/secrets.ts'

export const builder = defineService({
  people: PeopleDirectory,
  scenarios: ScenarioStore,
  versions: VersionStore,
  runs: RunStore,
  traces: TraceStore,
  entries: EntryStore,
  segmentCursor: SegmentCursorStore,
  settings: settingsStoreOf('scenarios', ScenariosSettings, { secrets: scenarioSecrets }),
})
export type Stores = StoresOf<typeof builder.stores>
