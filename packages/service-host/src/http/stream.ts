// Requests whose body or answer is bytes of any size. They pass through in pieces: nothing is collected, and no
// connection to the database is held, whatever time the client takes.
import { common, Refused } from '@lms/contract'
import type { StreamHandler } from '../service.ts'
import type { Runtime } from '../work/runtime.ts'
import { ClientLeft } from './body.ts'
import type { Call } from './checks.ts'

/** Runs the handler for the gateway; throws errors that are still to be answered. */
export async function performStream(
  stream: StreamHandler,
  { request, response, path, identity }: Call,
  runtime: Runtime,
): Promise<void> {
  if (identity.kind !== 'service') throw new Refused(common.credential_invalid)
  const { service, school } = identity
  if (service !== 'gateway' || school === null) throw new Refused(common.permission_missing)
  const disconnection = new AbortController()
  response.once('close', () => disconnection.abort())
  try {
    await stream({ request, response, path, school, runtime, signal: disconnection.signal })
  } catch (error) {
    if (disconnection.signal.aborted || request.destroyed)
      throw new ClientLeft('the stream was cut off', { cause: error })
    // An answer that has begun cannot be taken back; cut off, it is at least visibly incomplete.
    if (response.headersSent) response.destroy()
    // The rest of a refused body, which may be long, is dropped behind the answer.
    request.resume()
    throw error
  }
}
