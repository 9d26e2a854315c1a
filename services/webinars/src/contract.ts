// What outsiders may know of this service.
import { contract } from '@lms/contract'
import { attendances, webinarAttendance } from './attendance/attendance.contract.ts'
import { roomBlocks } from './blocks/block.contract.ts'
import { sessionCalendars } from './calendar/calendar.contract.ts'
import { attendanceImports } from './imports/import.contract.ts'
import { webinarMessages } from './messages/message.contract.ts'
import { recordings } from './recordings/recording.contract.ts'
import { registering } from './registrations/registering.contract.ts'
import { webinarRegistrations } from './registrations/registration.contract.ts'
import { rooms } from './rooms/room.contract.ts'
import { webinarSessions } from './sessions/session.contract.ts'
import { sessionTimes } from './sessions/session-times.contract.ts'
import { WebinarsSettings } from './settings/webinars-settings.ts'
import { videoCallbacks } from './video-calls/callback.contract.ts'
import { webinarsNotifications } from './webinars/notifications.ts'
import { webinars } from './webinars/webinar.contract.ts'

export const webinarsContract = contract({
  service: 'webinars',
  area: 'Webinars',
  references: { owns: ['wbn'], names: ['frm', 'grp', 'off', 'tpl'] },
  resources: {
    webinars,
    webinarSessions,
    recordings,
    roomBlocks,
    webinarRegistrations,
    webinarMessages,
    webinarAttendance,
    attendanceImports,
  },
  internal: { attendances, registering, rooms, sessionCalendars, sessionTimes, videoCallbacks },
  settings: WebinarsSettings,
  notifications: webinarsNotifications,
})

export { attendances, webinarAttended } from './attendance/attendance.contract.ts'
export { sessionCalendars } from './calendar/calendar.contract.ts'
export {
  explainedAttempts as explainedRegistrations,
  registering,
} from './registrations/registering.contract.ts'
export { registeringRefusals } from './registrations/registering.words.ts'
export { type RoomChange, rooms } from './rooms/room.contract.ts'
export { roomRefusals } from './rooms/room.words.ts'
export { sessionTimes } from './sessions/session-times.contract.ts'
export { maxCallbackBytes, videoCallbacks } from './video-calls/callback.contract.ts'
