// Jobs cross schools; what they find is done inside each school, under the service's own role.
import { randomBytes } from 'node:crypto'
import { type Runtime, UnitOfWork, type Work } from '@lms/service-host'

/** Works inside one school, in one transaction of its own. */
export async function inSchool(
  school: string,
  runtime: Runtime,
  act: (work: Work) => Promise<void>,
): Promise<void> {
  const requestId = randomBytes(16).toString('hex')
  const origin = { requestId, clientRequestId: null, causeId: null, caller: null, now: runtime.clock.now() }
  const work = new UnitOfWork({ database: runtime.database, schema: runtime.service, school, origin })
  const tell = (...told: Parameters<typeof work.outgoing.tell>) => void work.outgoing.tell(...told)
  try {
    await act({ now: work.now, tell: tell as never, work, runtime })
    await work.finish(null)
  } catch (error) {
    throw await work.abandon(error)
  }
  if (work.outgoing.hasEvents) runtime.poke()
}

/** Rows of `[school, …]` by their school. */
export function bySchool<Row extends readonly (string | null)[]>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row[0]!)
    if (group) group.push(row)
    else groups.set(row[0]!, [row])
  }
  return groups
}
