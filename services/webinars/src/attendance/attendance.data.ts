import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { WebinarAttendance } from './attendance.contract.ts'

const rows = rowsOfPerson(({ attendance }: Stores) => attendance, 'attendance.user_id', WebinarAttendance)

export const attendanceOfPerson = builder.personalData({
  what: 'webinar attendance',
  on_merge: 'it moves; of two numbers for one session the larger one stays',
  needs: 'webinar-attendance:write',
  erased: null,
  kept: 'sessions, times, seconds, percent',
  why: 'ids and times alone name nobody',
  ...rows,
  columns: ['attendance.user_id', 'presence_hours.user_id', 'watched_parts.user_id'],
  move: ({ from, into }, _, { attendance, presence }) => {
    attendance.moveTo(into, from)
    presence.moveTo(into, from)
  },
})
