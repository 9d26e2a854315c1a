// The names under which messages travel. A subject says who may publish on it: an event's type belongs to the services
// that declare it, and every other subject ends with its publisher's name. The server holds both (see rights.ts).

/** `events.<school_id>.<group>.<name>` */
export const eventSubject = (school: string, type: string) => `events.${school}.${type}`
/** Every school's events of one type, or of a group with `order.*`. */
export const eventsOfType = (type: string) => `events.*.${type}`
/**
 * The type of the event that travels under a subject; null of any other subject. The stream of events can hold such: a
 * reader of another stream may have its messages sent there, and they keep their subject.
 */
export const typeOfSubject = (subject: string): string | null =>
  subject.startsWith('events.') ? subject.split('.').slice(2).join('.') : null
/** Audit records that a service has of a school, on their way to the service area; `*` stands for all. */
export const auditSubject = (school: string, service: string) => `internal.${school}.audit.${service}`
/** A cached fact about a school (key, domain, limits, state) is no longer true, says a service; `*` stands for all. */
export const invalidationSubject = (school: string, service: string) =>
  `internal.${school}.invalidate.${service}`
/** Records of requests to several schools at once, from a gateway to the service area. */
export const requestRecordsSubject = 'internal.requests'
/** Whether audit records travel under this subject. */
export const isAudit = (subject: string) => /^internal\.[^.]+\.audit\./.test(subject)
export const everyAudit = auditSubject('*', '*')
export const everyInvalidation = invalidationSubject('*', '*')
/** Where answers to a user of the NATS server come. Nobody else may listen there. */
export const inboxOf = (user: string) => `_INBOX.${user}`
/** Core NATS, not kept: a service has committed outbox rows. */
export const pokeSubject = (service: string) => `poke.${service}`
/** Core NATS, not kept: what gateways tell each other. */
export const gatewaySubject = (what: string) => `gateway.${what}`

/** Core NATS, not kept: what schools have spent of their budgets by a service, for every gateway. */
export const spentSubject = (service: string) => `spent.${service}`
export const everySpent = spentSubject('*')

export const streams = {
  events: { name: 'EVENTS', subjects: ['events.>'] },
  internal: { name: 'INTERNAL', subjects: ['internal.>'] },
} as const
