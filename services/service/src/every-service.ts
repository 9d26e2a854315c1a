// Questions to all services of the installation at once, for one school.
import type { ClientOf } from '@lms/contract'
import { hostOperations, inTime, type Work } from '@lms/service-host'

type Host = ClientOf<{ host: typeof hostOperations }>

export interface Answered<T> {
  readonly service: string
  /** Null if the service is unavailable. */
  readonly answer: T | null
}

/** The answers of all services, or of some, by name. */
export function askEvery<T>(
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  ask: (client: Host) => Promise<T>,
  isAsked: (service: string) => boolean = () => true,
): Promise<Answered<T>[]> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const names = Object.keys(runtime.config.serviceAddresses).filter(isAsked).sort()
  return Promise.all(
    names.map(async service => {
      const client = runtime.client(service, { host: hostOperations }, scope)
      return { service, answer: await inTime(ask(client).catch(() => null)) }
    }),
  )
}
