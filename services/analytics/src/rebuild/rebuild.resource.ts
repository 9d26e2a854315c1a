import { builder } from '../builder.ts'
import { countAgain, rebuildFactsTask, rebuildHandlers } from './rebuild.run.ts'

export const rebuildResource = builder.resource({
  handlers: [rebuildHandlers],
  tasks: [rebuildFactsTask],
  restored: countAgain,
})
