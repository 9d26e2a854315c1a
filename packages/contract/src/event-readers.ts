// What one must be allowed to read to have an event sent to oneself: the resource that its object is.
import type { CatalogueType } from './event-catalogue.ts'
import { hasPermission, type Mask, type Permission } from './permission.ts'

/** Who may read the journal may have any of its events sent. */
export const readsEveryEvent: Permission = 'events:read'

const ofGroups: Readonly<Record<string, Permission>> = {
  user: 'users:read',
  course: 'courses:read',
  lesson: 'lessons:read',
  submission: 'submissions:read',
  order: 'orders:read',
  payment: 'payments:read',
  message: 'messages:read',
  webinar: 'webinars:read',
}

/** Events whose object is not what their group is named after. */
const ofTypes: { readonly [T in CatalogueType]?: Permission } = {
  'user.signed_in': 'sessions:read',
  'user.group_joined': 'groups:read',
  'user.group_left': 'groups:read',
  'user.group_transferred': 'groups:read',
  'user.form_submitted': 'form-submissions:read',
  'course.access_granted': 'accesses:read',
  'course.access_changed': 'accesses:read',
  'course.access_revoked': 'accesses:read',
  'course.access_expired': 'accesses:read',
  'course.completed': 'progress:read',
  'course.certificate_issued': 'certificates:read',
  'course.certificate_revoked': 'certificates:read',
  'course.review_created': 'reviews:read',
  'lesson.opened': 'progress:read',
  'lesson.started': 'progress:read',
  'lesson.completed': 'progress:read',
  'lesson.quiz_finished': 'quiz-attempts:read',
  'lesson.comment_created': 'comments:read',
  'webinar.registered': 'webinar-registrations:read',
  'webinar.attended': 'webinar-attendance:read',
  'webinar.message_pinned': 'webinar-messages:read',
  'webinar.message_unpinned': 'webinar-messages:read',
  'system.webhook_failed': 'webhooks:read',
}

/** The permission that reads the object of an event; for what is no resource's own, the one for the whole journal. */
export const readerOf = (type: string): Permission =>
  ofTypes[type as CatalogueType] ?? ofGroups[type.slice(0, type.indexOf('.'))] ?? readsEveryEvent

/** Whether a caller with these rights may have events of the type sent. */
export const mayReceive = (type: string, rights: readonly (readonly Mask[])[]): boolean =>
  hasPermission(rights, readsEveryEvent) || hasPermission(rights, readerOf(type))
