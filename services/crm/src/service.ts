// CRM, segments, messages.
import { mailSettings, migrationsIn, siteUrlSetting } from '@lms/service-host'
import { builder } from './builder.ts'
import { crmContract } from './contract.ts'
import { notesAboutPerson, notesByPerson } from './notes/note.data.ts'
import { noteHandlers } from './notes/note.handlers.ts'
import { preferencesHandlers } from './preferences/preferences.handlers.ts'
import { withdrawConsentsTask } from './preferences/withdraw.run.ts'
import { suppressionHandlers } from './suppressions/suppression.handlers.ts'
import { remindAssigneeTask } from './tasks/reminder.run.ts'
import { assignedTasksOfPerson, madeTasksOfPerson, tasksAboutPerson } from './tasks/task.data.ts'
import { taskHandlers } from './tasks/task.handlers.ts'
import { templateHandlers } from './templates/template.handlers.ts'

export const crmService = builder.build({
  contract: crmContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  settings: [...mailSettings, siteUrlSetting],
  keepsPeople: true,
  personalData: [notesAboutPerson, notesByPerson, tasksAboutPerson, assignedTasksOfPerson, madeTasksOfPerson],
  tasks: [remindAssigneeTask, withdrawConsentsTask],
  resources: [noteHandlers, taskHandlers, templateHandlers, preferencesHandlers, suppressionHandlers],
})
