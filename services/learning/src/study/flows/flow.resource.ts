import { builder } from '../../builder.ts'
import { enterFlowTask } from './enter-flow.run.ts'
import { flows } from './flow.contract.ts'
import { flowHandlers } from './flow.handlers.ts'
import { leaveFlowTask } from './leave-flow.run.ts'
import { removeFlowTask } from './remove-flow.run.ts'
import { onGroupTransferred } from './transferred-reaction.ts'

export const flowResource = builder.resource({
  handlers: [flowHandlers],
  knowsPresent: [flows],
  tasks: [leaveFlowTask, removeFlowTask, enterFlowTask],
  reactions: [onGroupTransferred],
})
