// The subjects of messages. A subject shows its publisher: an event's type belongs to the services that declare it, and
// every other subject ends with the publisher's name. The server enforces both (see rights.ts).

/** `events.<school_id>.<group>.<name>` */
export const eventSubject = (school: string, type: string) => `events.${school}.${type}`
/** Every school's events of one type, or of a group with `order.*`. */
export const eventsOfType = (type: string) => `events.*.${type}`
/**
 * The type of the event with this subject; null for any other subject. The stream of events can contain other subjects:
 * a reader of another stream can direct its messages there, and they keep their subject.
 */
export const typeOfSubject = (subject: string): string | null =>
  subject.startsWith('events.') ? subject.split('.').slice(2).join('.') : null
/** Audit records of a service about a school, for the service area; `*` stands for all. */
export const auditSubject = (school: string, service: string) => `internal.${school}.audit.${service}`
/**
 * A service's news that a cached fact about a school (key, domain, limits, state) is no longer true; `*` stands for
 * all.
 */
export const invalidationSubject = (school: string, service: string) =>
  `internal.${school}.invalidate.${service}`
/** Records of requests to several schools, from a gateway to the service area. */
export const requestRecordsSubject = 'internal.requests'
/** What the platform team did or tried, from a gateway to the service area. */
export const operatorActionsSubject = 'internal.operator-actions'
/** Whether the subject is that of audit records. */
export const isAudit = (subject: string) => /^internal\.[^.]+\.audit\./.test(subject)
export const everyAudit = auditSubject('*', '*')
export const everyInvalidation = invalidationSubject('*', '*')
/** The inbox of a user of the NATS server. Nobody else may subscribe to it. */
export const inboxOf = (user: string) => `_INBOX.${user}`
/** Core NATS, not stored: a service has committed outbox rows. */
export const notifySubject = (service: string) => `notify.${service}`
/** Core NATS, not stored: messages between gateways. */
export const gatewaySubject = (what: string) => `gateway.${what}`

/** Core NATS, not stored: what a service's schools have spent of their budgets, for every gateway. */
export const spentSubject = (service: string) => `spent.${service}`
export const everySpent = spentSubject('*')

/** Core NATS, not stored: what changed in the room of a session, for gateways with listeners in it. */
export const roomSubject = (school: string, session: string, service: string) =>
  `room.${school}.${session}.${service}`
export const everyRoom = roomSubject('*', '*', '*')

/** Everything that streams have of a school, by stream. */
export const subjectsOfSchool = (school: string) =>
  ({ events: `events.${school}.>`, internal: `internal.${school}.>` }) as const

export const streams = {
  events: { name: 'EVENTS', subjects: ['events.>'] },
  internal: { name: 'INTERNAL', subjects: ['internal.>'] },
} as const
