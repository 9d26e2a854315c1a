// CRM, segments, messages.
import { mailSettings, migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { crmContract } from './contract.ts'
import { factsOfPerson } from './facts/fact.data.ts'
import { factEntities, keepPartitions } from './facts/fact.entity.ts'
import { notesAboutPerson, notesByPerson } from './notes/note.data.ts'
import { noteHandlers } from './notes/note.handlers.ts'
import { audienceHandlers } from './segments/audience.ts'
import {
  buildSegmentTask,
  checkPersonTask,
  clearGenerationTask,
  forgetMovesTask,
  onPersonEvents,
  wakeDueTask,
} from './segments/follow.run.ts'
import { SegmentCheckEntity, SegmentMoveEntity } from './segments/member.store.ts'
import { rebuildFactsTask, rebuildHandlers } from './segments/rebuild.run.ts'
import { membershipsOfPerson } from './segments/segment.data.ts'
import { segmentHandlers, segmentMemberHandlers } from './segments/segment.handlers.ts'
import { SegmentReadEntity } from './segments/segment.store.ts'
import { remindAssigneeTask } from './tasks/reminder.run.ts'
import { assignedTasksOfPerson, madeTasksOfPerson, tasksAboutPerson } from './tasks/task.data.ts'
import { taskHandlers } from './tasks/task.handlers.ts'

export const crmService = builder.build({
  contract: crmContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  settings: [...mailSettings],
  keepsPeople: true,
  entities: [...factEntities, SegmentReadEntity, SegmentCheckEntity, SegmentMoveEntity],
  batchReactions: [onPersonEvents],
  personalData: [
    notesAboutPerson,
    notesByPerson,
    tasksAboutPerson,
    assignedTasksOfPerson,
    madeTasksOfPerson,
    factsOfPerson,
    membershipsOfPerson,
  ],
  tasks: [
    remindAssigneeTask,
    rebuildFactsTask,
    keepPartitions,
    checkPersonTask,
    buildSegmentTask,
    clearGenerationTask,
    wakeDueTask,
    forgetMovesTask,
  ],
  resources: [
    noteHandlers,
    taskHandlers,
    rebuildHandlers,
    segmentHandlers,
    segmentMemberHandlers,
    audienceHandlers,
  ],
})
