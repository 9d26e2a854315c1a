import { builder } from '../builder.ts'
import { endTestSalesTask } from './end-test-sales.run.ts'

export const goingLiveResource = builder.resource({
  tasks: [endTestSalesTask],
})
