// The permission that a subscription to an event needs: to read the resource that is the event's object.
import type { CatalogueType } from './event-catalogue.ts'
import { hasPermission, type Mask, type Permission } from './permission.ts'

/** Permission to read the journal includes all its events. */
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

/** Events whose object is not the resource of their group. */
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
  'course.completed': 'enrollments:read',
  'course.certificate_issued': 'certificates:read',
  'course.certificate_revoked': 'certificates:read',
  'course.review_created': 'reviews:read',
  'lesson.opened': 'lesson-schedule:read',
  'lesson.started': 'progress:read',
  'lesson.completed': 'progress:read',
  'lesson.quiz_finished': 'quiz-attempts:read',
  'lesson.comment_created': 'comments:read',
  'payment.subscription_started': 'subscriptions:read',
  'payment.subscription_renewed': 'subscriptions:read',
  'payment.subscription_past_due': 'subscriptions:read',
  'payment.subscription_canceled': 'subscriptions:read',
  'webinar.session_scheduled': 'webinar-sessions:read',
  'webinar.session_started': 'webinar-sessions:read',
  'webinar.session_finished': 'webinar-sessions:read',
  'webinar.recording_ready': 'webinar-sessions:read',
  'webinar.registered': 'webinar-registrations:read',
  'webinar.attended': 'webinar-attendance:read',
  'webinar.message_pinned': 'webinar-messages:read',
  'webinar.message_unpinned': 'webinar-messages:read',
  'order.checkout_abandoned': 'checkouts:read',
  'payment.receipt_issued': 'receipts:read',
  'payment.receipt_failed': 'receipts:read',
  'system.import_finished': 'imports:read',
  'system.export_finished': 'exports:read',
  'system.bulk_action_finished': 'bulk-actions:read',
  'system.scenario_published': 'scenarios:read',
  'system.scenario_run_finished': 'scenario-runs:read',
  'system.webhook_failed': 'webhooks:read',
  'system.agent_confirmation_requested': 'agent:read',
  'system.page_published': 'pages:read',
}

/**
 * The permission that reads the object of an event; for objects of no resource, the permission for the whole journal.
 */
export const readerOf = (type: string): Permission =>
  ofTypes[type as CatalogueType] ?? ofGroups[type.slice(0, type.indexOf('.'))] ?? readsEveryEvent

/** Whether a caller with these rights may receive events of the type. */
export const mayReceive = (type: string, rights: readonly (readonly Mask[])[]): boolean =>
  hasPermission(rights, readsEveryEvent) || hasPermission(rights, readerOf(type))
