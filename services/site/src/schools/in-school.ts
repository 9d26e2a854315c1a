// What concerns any school is done inside that one school: the platform team's calls, and what ends by the clock.
import { randomBytes } from 'node:crypto'
import { newId } from '@lms/contract'
import { type Origin, type Runtime, UnitOfWork } from '@lms/service-host'
import { DomainStore } from '../domains/domain.store.ts'
import { SchoolStore } from './school.store.ts'

export interface Within {
  schools: SchoolStore
  domains: DomainStore
  work: UnitOfWork
}

const byTheClock = ({ clock }: Runtime): Origin => ({
  requestId: randomBytes(16).toString('hex'),
  clientRequestId: null,
  causeId: null,
  caller: null,
  now: clock.now(),
})

/**
 * Works inside one school, whichever school (or none) the calling service speaks for; under the role that crosses
 * schools, because a domain that is given to one ends the claims of others.
 */
export async function inSchool<T>(
  school: string,
  runtime: Runtime,
  act: (within: Within) => Promise<T>,
  origin = byTheClock(runtime),
): Promise<T> {
  const work = new UnitOfWork({ database: runtime.system, schema: runtime.service, school, origin })
  try {
    const done = await act({ schools: new SchoolStore(work), domains: new DomainStore(work), work })
    await work.finish(null)
    if (work.hasWrites) runtime.poke()
    return done
  } catch (error) {
    throw await work.abandon(error)
  }
}

/** The same for a call of the platform team, kept in the school's audit log. `operation` is the operator's. */
export const asPlatform = <T extends { id: string }>(
  school: string,
  operation: `POST ${string}` | `PATCH ${string}`,
  { work: { origin }, runtime }: { work: UnitOfWork; runtime: Runtime },
  act: (within: Within) => Promise<T>,
): Promise<T> =>
  inSchool(
    school,
    runtime,
    async within => {
      const done = await act(within)
      audit(within.work, runtime, operation, done.id)
      return done
    },
    origin,
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
