import { builder } from '../builder.ts'
import { remindAssigneeTask } from './reminder.run.ts'
import { assignedTasksOfPerson, createdTasksOfPerson, tasksAboutPerson } from './task.data.ts'
import { open, taskHandlers } from './task.handlers.ts'

export const taskResource = builder.resource({
  handlers: [taskHandlers],
  tasks: [remindAssigneeTask],
  personalData: [tasksAboutPerson, assignedTasksOfPerson, createdTasksOfPerson],
  used: { open_tasks_limit_reached: ({ tasks }, most) => tasks.standing(most, open) },
})
