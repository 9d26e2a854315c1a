// What outsiders may know of this service.
import { contract } from '@lms/contract'
import { runFinished, scenarioRuns } from './runs/run.contract.ts'
import { scenarios } from './scenarios/scenario.contract.ts'
import { scenarioPublished } from './scenarios/scenario.object.ts'

export const scenariosContract = contract({
  service: 'scenarios',
  area: 'Scenarios',
  resources: { scenarios, scenarioRuns },
  events: [scenarioPublished, runFinished],
})
