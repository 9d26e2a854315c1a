// Jobs cross schools; what they find is done inside each school, under the service's own role.
import { randomBytes } from 'node:crypto'
import { type Runtime, UnitOfWork, type Work } from '@lms/service-host'

/** Works inside one school, in one transaction of its own; on behalf of the request that ordered it, where one did. */
export async function inSchool<T>(
  school: string,
  runtime: Runtime,
  act: (work: Work) => Promise<T>,
  requestId = randomBytes(16).toString('hex'),
): Promise<T> {
  const origin = { requestId, clientRequestId: null, causeId: null, caller: null, now: runtime.clock.now() }
  const database = runtime.database.background
  const work = new UnitOfWork({ database, schema: runtime.service, school, origin })
  const tell = (...told: Parameters<typeof work.outgoing.tell>) => void work.outgoing.tell(...told)
  try {
    const result = await act({ now: work.now, tell: tell as never, work, runtime })
    await work.finish(null)
    if (work.outgoing.hasEvents) runtime.poke()
    return result
  } catch (error) {
    throw await work.abandon(error)
  }
}
