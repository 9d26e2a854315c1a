// Questions to all services of the installation at once, for one school.
import type { ClientOf } from '@lms/contract'
import { hostOperations, inTime, type Work } from '@lms/service-host'

type Host = ClientOf<{ host: typeof hostOperations }>
type At = Pick<Work, 'work' | 'runtime'>

/** The host's own operations of a service, for the school of the work. */
export const hostOf = (service: string, { work, runtime }: At): Host['host'] =>
  runtime.client(service, { host: hostOperations }, { school: work.school, requestId: work.origin.requestId })
    .host

export interface Answered<T> {
  readonly service: string
  /** Null if the service is unavailable. */
  readonly answer: T | null
}

/** The answers of all services, or of some, by name. */
export function askEvery<T>(
  ctx: At,
  ask: (client: Host) => Promise<T>,
  isAsked: (service: string) => boolean = () => true,
): Promise<Answered<T>[]> {
  const names = Object.keys(ctx.runtime.config.serviceAddresses).filter(isAsked).sort()
  return Promise.all(
    names.map(async service => {
      const client = { host: hostOf(service, ctx) }
      return { service, answer: await inTime(ask(client).catch(() => null)) }
    }),
  )
}
