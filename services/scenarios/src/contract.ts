// What outsiders may know of this service.
import { contract } from '@lms/contract'
import { scenarioEntries } from './entries/entry.contract.ts'
import { scenarioRuns } from './runs/run.contract.ts'
import { tracedEffects } from './runs/traced-effect.contract.ts'
import { namingScenarios } from './scenarios/naming-scenarios.contract.ts'
import { scenarios } from './scenarios/scenario.contract.ts'
import { ScenariosSettings } from './settings/scenarios-settings.ts'

export { scenarioEntries } from './entries/entry.contract.ts'
export { TracedEffect, tracedEffects } from './runs/traced-effect.contract.ts'
export { namingScenarios } from './scenarios/naming-scenarios.contract.ts'

export const scenariosContract = contract({
  service: 'scenarios',
  area: 'Scenarios',
  references: { owns: ['scn'], names: ['crs', 'grp', 'mlg', 'seg', 'tag', 'tpl', 'wbn'] },
  resources: { scenarios, scenarioRuns },
  internal: { scenarioEntries, tracedEffects, namingScenarios },
  settings: ScenariosSettings,
})
