import type { UnitOfWork } from '@lms/service-host'

/** Tells every gateway that a cached fact about a key, a session or a person is no longer true. */
export const invalidateCaches = (work: UnitOfWork, kind: 'key' | 'session' | 'user', id: string) =>
  work.outgoing.invalidate({ kind, id })

/** The same about all people of the school and their credentials. */
export const invalidatePeople = (work: UnitOfWork) => work.outgoing.invalidate({ kind: 'user' })
