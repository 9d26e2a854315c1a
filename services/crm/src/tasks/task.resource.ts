import { builder } from '../builder.ts'
import { announceTaskCall, announceUnassignedCall, remindAssigneeTask } from './mail.run.ts'
import { open } from './new-task.ts'
import { assignedTasksOfPerson, createdTasksOfPerson, tasksAboutPerson } from './task.data.ts'
import { taskHandlers } from './task.handlers.ts'

export const taskResource = builder.resource({
  handlers: [taskHandlers],
  tasks: [remindAssigneeTask, announceTaskCall, announceUnassignedCall],
  personalData: [tasksAboutPerson, assignedTasksOfPerson, createdTasksOfPerson],
  used: { open_tasks_limit_reached: ({ tasks }, most) => tasks.standing(most, open) },
})
