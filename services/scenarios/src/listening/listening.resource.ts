import { builder } from '../builder.ts'
import { enterFlowCall } from './flow.run.ts'
import { onPersonEvents } from './follow.ts'
import { enterMembersCall } from './members.run.ts'
import { SegmentCursorEntity } from './segment-cursor.ts'
import { followSegmentsCall } from './segments.run.ts'

export const listeningResource = builder.resource({
  entities: [SegmentCursorEntity],
  tasks: [followSegmentsCall, enterMembersCall, enterFlowCall],
  batchReactions: [onPersonEvents],
})
