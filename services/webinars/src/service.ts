// Webinars.

import { migrationsIn, siteUrlSetting } from '@lms/service-host'
import { attendanceResource } from './attendance/attendance.resource.ts'
import { autoResource } from './auto/auto.resource.ts'
import { blockResource } from './blocks/block.resource.ts'
import { builder } from './builder.ts'
import { calendarResource } from './calendar/calendar.resource.ts'
import { webinarsContract } from './contract.ts'
import { importResource } from './imports/import.resource.ts'
import { roomEventResource } from './live/room-event.resource.ts'
import { messageResource } from './messages/message.resource.ts'
import { noticeResource } from './notices/notice.resource.ts'
import { presenceResource } from './presence/presence.resource.ts'
import { purchaseResource } from './purchases/purchase.resource.ts'
import { recordingResource } from './recordings/recording.resource.ts'
import { registrationResource } from './registrations/registration.resource.ts'
import { retentionResource } from './retention/retention.resource.ts'
import { roomResource } from './rooms/room.resource.ts'
import { sessionResource } from './sessions/session.resource.ts'
import { settingsResource } from './settings/settings.resource.ts'
import { videoCallResource } from './video-calls/video-call.resource.ts'
import { webinarResource } from './webinars/webinar.resource.ts'

export const webinarsService = builder.build({
  contract: webinarsContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  resources: [
    roomEventResource,
    purchaseResource,
    blockResource,
    messageResource,
    presenceResource,
    settingsResource,
    webinarResource,
    registrationResource,
    attendanceResource,
    recordingResource,
    autoResource,
    noticeResource,
    retentionResource,
    videoCallResource,
    sessionResource,
    importResource,
    roomResource,
    calendarResource,
  ],
  settings: [siteUrlSetting],
})
