// Units of work without a request of a school's caller: for jobs, reactions, the platform team. Each is inside one
// school, in a transaction of its own.
import { randomBytes } from 'node:crypto'
import { inUnitOfWork } from './in-unit-of-work.ts'
import type { Origin } from './origin.ts'
import type { SchoolRuntime } from './runtime.ts'
import type { WorkOptions } from './unit-of-work.ts'
import type { Work } from './work.ts'

export interface Cause
  extends Partial<
    Pick<Origin, 'requestId' | 'clientRequestId' | 'causeId' | 'operator' | 'isImport' | 'now'>
  > {
  /** The school's caller whose request waits for it; not one that merely came before. */
  askedBy?: Origin['caller']
  /** Another role than the service's own: `runtime.system`, if rows of other schools are involved. */
  database?: WorkOptions['database']
}

/** Runs a unit of work inside one school, on behalf of the request or event that caused it, if there is one. */
export async function inSchool<T>(
  school: string,
  runtime: SchoolRuntime,
  act: (work: Work) => Promise<T>,
  { database = runtime.database.behind(school), ...cause }: Cause = {},
): Promise<T> {
  const origin: Origin = {
    requestId: cause.requestId ?? randomBytes(16).toString('hex'),
    clientRequestId: cause.clientRequestId ?? null,
    causeId: cause.causeId ?? null,
    caller: cause.askedBy ?? null,
    operator: cause.operator ?? null,
    isImport: cause.isImport ?? false,
    now: cause.now ?? runtime.clock.now(),
  }
  const { result } = await inUnitOfWork(runtime, { database, school, origin }, async work => ({
    result: await act(work),
    answer: null,
  }))
  return result
}
