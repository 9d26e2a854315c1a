// Scenarios: automations as graphs, with people inside.
import { migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { callOutsideCall } from './calls/call.run.ts'
import { callSettings } from './calls/call-settings.ts'
import { scenariosContract } from './contract.ts'
import { moveInsideTask } from './control/move-inside.run.ts'
import { scenarioHandlers } from './control/scenario.handlers.ts'
import { entryHandlers } from './entries/entry.handlers.ts'
import { EntryEntity } from './entries/entry.store.ts'
import { enterFlowCall } from './listening/flow.run.ts'
import { onPersonEvents } from './listening/follow.ts'
import { enterMembersCall } from './listening/members.run.ts'
import { SegmentCursorEntity } from './listening/segment-cursor.ts'
import { followSegmentsCall } from './listening/segments.run.ts'
import { onUserDeleted, runsOfPerson } from './runs/run.data.ts'
import { runHandlers } from './runs/run.handlers.ts'
import { keepPartitions, NodeCountEntity, TraceEntity } from './runs/trace.entity.ts'
import { tracedEffectHandlers } from './runs/traced-effect.handlers.ts'
import { ListenerEntity, VersionEntity } from './scenarios/version.store.ts'
import { scenarioSecrets } from './settings/secrets.ts'
import { walkScenarioCall } from './walking/walk.run.ts'

export const scenariosService = builder.build({
  contract: scenariosContract,
  entities: [
    VersionEntity,
    ListenerEntity,
    TraceEntity,
    NodeCountEntity,
    EntryEntity,
    SegmentCursorEntity,
    scenarioSecrets.entity,
  ],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  used: { scenarios_limit_reached: ({ scenarios }, most) => scenarios.standing(most) },
  personalData: [runsOfPerson],
  reactions: [onUserDeleted],
  batchReactions: [onPersonEvents],
  settings: callSettings,
  sealed: [scenarioSecrets.sealed],
  tasks: [
    callOutsideCall,
    keepPartitions,
    walkScenarioCall,
    followSegmentsCall,
    enterMembersCall,
    enterFlowCall,
    moveInsideTask,
  ],
  resources: [scenarioHandlers, runHandlers, entryHandlers, tracedEffectHandlers],
  restored: (_, { versions }) => {
    versions.withPaths()
    return []
  },
  objects: { scn: (ids, { scenarios }) => scenarios.many(ids) },
  naming: {
    crs: (id, { scenarios }) => scenarios.naming(id),
    mlg: (id, { scenarios }) => scenarios.naming(id),
    seg: (id, { scenarios }) => scenarios.naming(id),
    grp: (id, { scenarios }) => scenarios.naming(id),
    tag: (id, { scenarios }) => scenarios.naming(id),
    tpl: (id, { scenarios }) => scenarios.naming(id),
    wbn: (id, { scenarios }) => scenarios.naming(id),
  },
})
