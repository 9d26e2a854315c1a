// Work of the platform team and of jobs runs inside the one school that it concerns.
import { Refused } from '@lms/contract'
import { type Cause, inSchool, type Runtime, type UnitOfWork } from '@lms/service-host'
import { DomainStore } from '../domains/domain.store.ts'
import { schoolRefusals } from './school.contract.ts'
import { SchoolStore } from './school.store.ts'
import { Registry } from './school-registry.ts'

export interface Within {
  schools: SchoolStore
  domains: DomainStore
  work: UnitOfWork
}

/** Runs inside one school under the role across schools: assigning a domain ends the claims of others. */
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

/**
 * The same for a call of the platform team, with a record in the school's audit log. `operation` is the operator's. Refuses a
 * school that is being erased.
 */
export async function asPlatform<T extends { id: string }>(
  school: string,
  operation: `POST ${string}` | `PATCH ${string}`,
  { work, runtime }: { work: Pick<UnitOfWork, 'origin'>; runtime: Runtime },
  act: (within: Within) => Promise<T>,
): Promise<T> {
  const [present] = await new Registry(runtime.system).many([school])
  if (present?.status === 'erasing') throw new Refused(schoolRefusals.school_erasing)
  return inOneSchool(
    school,
    runtime,
    async within => {
      const done = await act(within)
      within.work.outgoing.audit({
        operation,
        objectId: done.id,
        status: operation.startsWith('POST') ? 201 : 200,
        at: runtime.clock.now(),
      })
      return done
    },
    work.origin,
  )
}
