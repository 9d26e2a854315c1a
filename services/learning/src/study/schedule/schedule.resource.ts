import { builder } from '../../builder.ts'
import { flowPeopleHandlers } from './flow-people.handlers.ts'
import { openFlowTask, openLessonsTask, rearmOpeningsTask } from './open-lessons.run.ts'
import { lessonSchedule } from './schedule.contract.ts'
import { scheduleHandlers } from './schedule.handlers.ts'

export const scheduleResource = builder.resource({
  handlers: [scheduleHandlers, flowPeopleHandlers],
  knowsPresent: [lessonSchedule],
  tasks: [openLessonsTask, openFlowTask, rearmOpeningsTask],
})
