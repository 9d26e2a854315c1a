// CRM, segments, messages.
import { mailSettings, migrationsIn } from '@lms/service-host'
import { builder } from './builder.ts'
import { crmContract } from './contract.ts'
import { factsOfPerson } from './facts/fact.data.ts'
import { factEntities, keepPartitions } from './facts/fact.entity.ts'
import { onPersonEvents } from './facts/fact.reaction.ts'
import { rebuildFactsTask, rebuildHandlers } from './facts/rebuild.run.ts'
import { notesAboutPerson, notesByPerson } from './notes/note.data.ts'
import { noteHandlers } from './notes/note.handlers.ts'
import { remindAssigneeTask } from './tasks/reminder.run.ts'
import { assignedTasksOfPerson, madeTasksOfPerson, tasksAboutPerson } from './tasks/task.data.ts'
import { taskHandlers } from './tasks/task.handlers.ts'

export const crmService = builder.build({
  contract: crmContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  settings: [...mailSettings],
  keepsPeople: true,
  entities: factEntities,
  batchReactions: [onPersonEvents],
  personalData: [
    notesAboutPerson,
    notesByPerson,
    tasksAboutPerson,
    assignedTasksOfPerson,
    madeTasksOfPerson,
    factsOfPerson,
  ],
  tasks: [remindAssigneeTask, rebuildFactsTask, keepPartitions],
  resources: [noteHandlers, taskHandlers, rebuildHandlers],
})
