// The messages of webinars among all that the platform sends by itself: schools and people switch each kind off.
import { timedNotification } from '@lms/contract'
import { type NoticeKind, noticeKinds } from './webinar.contract.ts'

/** What settings and preferences call a kind. */
export const notificationOf = (kind: NoticeKind) => `webinar_${kind}` as const

export const webinarsNotifications = noticeKinds.map(kind =>
  timedNotification(notificationOf(kind), 'webinars'),
)
