// Webinars.
import { roomSubject } from '@lms/events'
import { migrationsIn, siteUrlSetting } from '@lms/service-host'
import { attendanceOfPerson } from './attendance/attendance.data.ts'
import { attendanceHandlers, attendanceInternalHandlers } from './attendance/attendance.handlers.ts'
import { beatsWriter } from './attendance/beats-worker.ts'
import { countWatchedTask, fixAttendanceTask } from './attendance/fix.run.ts'
import { beginSessionTask, finishSessionTask, planSessionsTask, sayScriptTask } from './auto/auto.run.ts'
import { blockHandlers } from './blocks/block.handlers.ts'
import { PollAnswerEntity } from './blocks/block.store.ts'
import { closeBlockTask, countPollTask, showBlockTask } from './blocks/show-block.run.ts'
import { builder } from './builder.ts'
import { sessionCalendarHandlers } from './calendar/calendar.handlers.ts'
import { webinarsContract } from './contract.ts'
import { importHandlers } from './imports/import.handlers.ts'
import { RoomEventEntity } from './live/room-event.entity.ts'
import { countVotesTask } from './messages/count-votes.run.ts'
import { messagesOfPerson } from './messages/message.data.ts'
import { messageHandlers } from './messages/message.handlers.ts'
import { QuestionVoteEntity } from './messages/question-vote.entity.ts'
import {
  planRemindersTask,
  remindTask,
  tellMovedTask,
  tellRecordingTask,
  tellRegisteredTask,
} from './notices/notices.run.ts'
import { PresenceHourEntity, WatchedPartEntity } from './presence/presence.entity.ts'
import { onOrderCanceled, onOrderPaid, onOrderRefunded } from './purchases/follow-orders.ts'
import { placeBuyersTask, releaseBuyersTask } from './purchases/place-buyers.run.ts'
import { purchasesOfPerson } from './purchases/purchase.data.ts'
import { FollowedOrderEntity, PurchaseEntity } from './purchases/purchase.entity.ts'
import { recordingHandlers } from './recordings/recording.handlers.ts'
import { failRecordingTask } from './recordings/recording.run.ts'
import { countHandsTask } from './registrations/raise-hand.ts'
import { registeringHandlers } from './registrations/registering.handlers.ts'
import { registrationsOfPerson } from './registrations/registration.data.ts'
import { registrationHandlers } from './registrations/registration.handlers.ts'
import { forgetRoomTask, planForgettingTask } from './retention/retention.run.ts'
import { roomHandlers } from './rooms/room.handlers.ts'
import { sessionHandlers } from './sessions/session.handlers.ts'
import { sessionTimeHandlers } from './sessions/session-times.handlers.ts'
import { webinarsSecrets } from './settings/secrets.ts'
import { callbackHandlers } from './video-calls/callback.handlers.ts'
import { videoSettings } from './video-calls/context.ts'
import { lookForRecordingCall } from './video-calls/recording.run.ts'
import {
  closeVideoCall,
  lookIntoVideoCall,
  prepareVideoCall,
  prepareVideoLateCall,
} from './video-calls/room-calls.ts'
import { webinarHandlers } from './webinars/webinar.handlers.ts'

export const webinarsService = builder.build({
  contract: webinarsContract,
  entities: [
    RoomEventEntity,
    PurchaseEntity,
    FollowedOrderEntity,
    PollAnswerEntity,
    QuestionVoteEntity,
    PresenceHourEntity,
    WatchedPartEntity,
    webinarsSecrets.entity,
  ],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  used: { webinars_limit_reached: ({ webinars }, most) => webinars.standing(most) },
  personalData: [registrationsOfPerson, purchasesOfPerson, messagesOfPerson, attendanceOfPerson],
  reactions: [onOrderPaid, onOrderCanceled, onOrderRefunded],
  sealed: [webinarsSecrets.sealed],
  tasks: [
    placeBuyersTask,
    releaseBuyersTask,
    failRecordingTask,
    fixAttendanceTask,
    countWatchedTask,
    showBlockTask,
    countPollTask,
    closeBlockTask,
    countVotesTask,
    countHandsTask,
    planSessionsTask,
    beginSessionTask,
    finishSessionTask,
    sayScriptTask,
    tellRegisteredTask,
    remindTask,
    tellMovedTask,
    tellRecordingTask,
    planRemindersTask,
    forgetRoomTask,
    planForgettingTask,
    prepareVideoCall,
    prepareVideoLateCall,
    closeVideoCall,
    lookIntoVideoCall,
    lookForRecordingCall,
  ],
  resources: [
    webinarHandlers,
    sessionHandlers,
    sessionTimeHandlers,
    recordingHandlers,
    registrationHandlers,
    registeringHandlers,
    messageHandlers,
    blockHandlers,
    attendanceHandlers,
    attendanceInternalHandlers,
    importHandlers,
    roomHandlers,
    sessionCalendarHandlers,
    callbackHandlers,
  ],
  workers: [beatsWriter],
  settings: [siteUrlSetting, ...videoSettings],
  publishes: [roomSubject('*', '*', 'webinars')],
  objects: { wbn: (ids, { webinars }) => webinars.many(ids) },
  restored: (_, { messages, webinars }) => {
    messages.withRoles()
    webinars.withMessages()
    return []
  },
  naming: {
    grp: (id, { webinars }) => webinars.naming(id),
    off: (id, { blocks }) => blocks.naming('offer_id', id),
    frm: (id, { blocks }) => blocks.naming('form_id', id),
    tpl: (id, { webinars }) => webinars.namingTemplate(id),
  },
})
