// Scenarios: automations as graphs, with people inside.

import { migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { callResource } from './calls/call.resource.ts'
import { scenariosContract } from './contract.ts'
import { controlResource } from './control/control.resource.ts'
import { entryResource } from './entries/entry.resource.ts'
import { listeningResource } from './listening/listening.resource.ts'
import { runResource } from './runs/run.resource.ts'
import { scenarioResource } from './scenarios/scenario.resource.ts'
import { settingsResource } from './settings/settings.resource.ts'
import { walkingResource } from './walking/walking.resource.ts'

export const scenariosService = builder.build({
  contract: scenariosContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  resources: [
    scenarioResource,
    runResource,
    entryResource,
    listeningResource,
    settingsResource,
    callResource,
    walkingResource,
    controlResource,
  ],
})
