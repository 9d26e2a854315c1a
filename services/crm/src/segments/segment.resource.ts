import { builder } from '../builder.ts'
import { audienceHandlers } from './audience.ts'
import { entriesHandlers } from './entries.ts'
import {
  buildSegmentTask,
  checkPersonTask,
  clearGenerationTask,
  forgetMovesTask,
  onPersonEvents,
  refreshObjectionsTask,
  topicsChangedTask,
  wakeDueTask,
} from './follow.run.ts'
import { SegmentCheckEntity, SegmentMoveEntity } from './member.store.ts'
import { movesHandlers } from './moves.ts'
import { rebuildFactsTask, rebuildHandlers } from './rebuild.run.ts'
import { membershipsOfPerson } from './segment.data.ts'
import { fieldUseHandlers, segmentHandlers, segmentMemberHandlers } from './segment.handlers.ts'
import { SegmentReadEntity } from './segment.store.ts'
import { upToDateHandlers } from './up-to-date.ts'

export const segmentResource = builder.resource({
  handlers: [
    rebuildHandlers,
    segmentHandlers,
    segmentMemberHandlers,
    audienceHandlers,
    entriesHandlers,
    upToDateHandlers,
    movesHandlers,
    fieldUseHandlers,
  ],
  entities: [SegmentReadEntity, SegmentCheckEntity, SegmentMoveEntity],
  tasks: [
    rebuildFactsTask,
    checkPersonTask,
    buildSegmentTask,
    clearGenerationTask,
    wakeDueTask,
    forgetMovesTask,
    refreshObjectionsTask,
    topicsChangedTask,
  ],
  batchReactions: [onPersonEvents],
  personalData: [membershipsOfPerson],
  used: { segments_limit_reached: ({ segments }, most) => segments.standing(most) },
  objects: { seg: (ids, { segments }) => segments.many(ids) },
  naming: {
    grp: (id, { segments }) => segments.naming(`group:${id}`),
    tag: (id, { segments }) => segments.naming(`tag:${id}`),
  },
})
