import { builder } from '../builder.ts'
import { attendanceOfPerson } from './attendance.data.ts'
import { attendanceHandlers, attendanceInternalHandlers } from './attendance.handlers.ts'
import { beatsWriter } from './beats-worker.ts'
import { countWatchedTask, fixAttendanceTask } from './fix.run.ts'

export const attendanceResource = builder.resource({
  handlers: [attendanceHandlers, attendanceInternalHandlers],
  tasks: [fixAttendanceTask, countWatchedTask],
  workers: [beatsWriter],
  personalData: [attendanceOfPerson],
})
