// What the platform team does, and what ends by the clock, is done inside the one school that it is about.
import { newId } from '@lms/contract'
import { type Cause, inSchool, type Runtime, type UnitOfWork } from '@lms/service-host'
import { DomainStore } from '../domains/domain.store.ts'
import { SchoolStore } from './school.store.ts'

export interface Within {
  schools: SchoolStore
  domains: DomainStore
  work: UnitOfWork
}

/** Works inside one school under the role that crosses them: a domain that is given to one ends the claims of others. */
export const inOneSchool = <T>(
  school: string,
  runtime: Runtime,
  act: (within: Within) => Promise<T>,
  cause: Cause = {},
): Promise<T> =>
  inSchool(
    school,
    runtime,
    ({ work }) => act({ schools: new SchoolStore(work), domains: new DomainStore(work), work }),
    { ...cause, database: runtime.system },
  )

/** The same for a call of the platform team, kept in the school's audit log. `operation` is the operator's. */
export const asPlatform = <T extends { id: string }>(
  school: string,
  operation: `POST ${string}` | `PATCH ${string}`,
  { work, runtime }: { work: UnitOfWork; runtime: Runtime },
  act: (within: Within) => Promise<T>,
): Promise<T> =>
  inOneSchool(
    school,
    runtime,
    async within => {
      const done = await act(within)
      audit(within.work, runtime, operation, done.id)
      return done
    },
    work.origin,
  )

function audit(work: UnitOfWork, { service, clock }: Runtime, operation: string, objectId: string) {
  const { now, requestId, clientRequestId } = work.origin
  work.outgoing.audit({
    id: newId('aud'),
    school_id: work.school,
    service,
    operation,
    object_id: objectId,
    key_id: null,
    actor_user_id: null,
    role: 'platform',
    status: operation.startsWith('POST') ? 201 : 200,
    request_id: requestId,
    client_request_id: clientRequestId,
    event_ids: [],
    duration_ms: Math.max(0, clock.now().getTime() - now.getTime()),
    created_at: work.now,
  })
}
