// The platform team's calls are about any school; each is done inside that one school, and kept in its audit log.
import { newId } from '@lms/contract'
import { type Runtime, UnitOfWork } from '@lms/service-host'
import { DomainStore } from '../domains/domain.store.ts'
import { SchoolStore } from './school.store.ts'

interface Within {
  schools: SchoolStore
  domains: DomainStore
  work: UnitOfWork
}

/**
 * Works inside one school, whichever school (or none) the calling service speaks for. `operation` is the operator's,
 * as the audit log shows it.
 */
export async function inSchool<T extends { id: string }>(
  school: string,
  operation: `POST ${string}` | `PATCH ${string}`,
  { work: { origin }, runtime }: { work: UnitOfWork; runtime: Runtime },
  act: (within: Within) => Promise<T>,
): Promise<T> {
  const work = new UnitOfWork({ database: runtime.database, schema: runtime.service, school, origin })
  try {
    const done = await act({ schools: new SchoolStore(work), domains: new DomainStore(work), work })
    audit(work, runtime, operation, done.id)
    await work.finish(null)
    runtime.poke()
    return done
  } catch (error) {
    throw await work.abandon(error)
  }
}

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
