// The names under which messages travel.

/** `events.<school_id>.<group>.<name>` */
export const eventSubject = (school: string, type: string) => `events.${school}.${type}`
/** Every school's events of one type, or of a group with `order.*`. */
export const eventsOfType = (type: string) => `events.*.${type}`
/** Audit records of a school, on their way to the service area. */
export const auditSubject = (school: string) => `internal.${school}.audit`
/** A cached fact about a school (key, domain, limits, state) is no longer true. */
export const invalidationSubject = (school: string) => `internal.${school}.invalidate`
/** Records of requests to several schools at once, from a gateway to the service area. */
export const requestRecordsSubject = 'internal.requests'
export const everyAudit = 'internal.*.audit'
export const everyInvalidation = 'internal.*.invalidate'
/** Core NATS, not kept: a service has committed outbox rows. */
export const pokeSubject = (service: string) => `poke.${service}`

export const streams = {
  events: { name: 'EVENTS', subjects: ['events.>'] },
  internal: { name: 'INTERNAL', subjects: ['internal.>'] },
} as const
