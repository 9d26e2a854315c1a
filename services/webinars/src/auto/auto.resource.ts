import { builder } from '../builder.ts'
import { beginSessionTask, finishSessionTask, planSessionsTask, sayScriptTask } from './auto.run.ts'

export const autoResource = builder.resource({
  tasks: [planSessionsTask, beginSessionTask, finishSessionTask, sayScriptTask],
})
