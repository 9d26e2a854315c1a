import { builder } from '../builder.ts'
import { attendances, webinarAttendance } from './attendance.contract.ts'
import { attendanceOfPerson } from './attendance.data.ts'
import { beatsWriter } from './beats-worker.ts'
import { countWatchedTask, fixAttendanceTask } from './fix.run.ts'

const attendanceHandlers = builder.implement(webinarAttendance, {
  list: ({ query }, { attendance }) => attendance.page(query),
})

const attendanceInternalHandlers = builder.implement(attendances, {
  list: ({ body }, { attendance }) => attendance.ofWebinar(body.webinar_id, body.after),
  of: async ({ body }, { attendance }) => ({
    attendance: await attendance.ofPerson(body.user_id, body.webinar_ids),
  }),
})

export const attendanceResource = builder.resource({
  handlers: [attendanceHandlers, attendanceInternalHandlers],
  tasks: [fixAttendanceTask, countWatchedTask],
  workers: [beatsWriter],
  personalData: [attendanceOfPerson],
})
