import { builder } from '../builder.ts'
import { attendances, webinarAttendance } from './attendance.contract.ts'

export const attendanceHandlers = builder.implement(webinarAttendance, {
  list: ({ query }, { attendance }) => attendance.page(query),
})

export const attendanceInternalHandlers = builder.implement(attendances, {
  list: ({ body }, { attendance }) => attendance.ofWebinar(body.webinar_id, body.after),
  of: async ({ body }, { attendance }) => ({
    attendance: await attendance.ofPerson(body.user_id, body.webinar_ids),
  }),
})
