import { builder } from '../builder.ts'
import { moveInsideTask } from './move-inside.run.ts'
import { scenarioHandlers } from './scenario.handlers.ts'

export const controlResource = builder.resource({
  handlers: [scenarioHandlers],
  tasks: [moveInsideTask],
})
