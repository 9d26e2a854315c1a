// The client that integrators install: every public operation as a typed method.
import { type ClientOf, clientOf, fetchTransport, type Resource } from '@lms/contract'
import { contracts } from './contracts.ts'

type Together<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never
/** The public resources of all services, by name. */
export type Resources = Together<(typeof contracts)[number]['resources']>
type Client<R> = R extends Record<string, Resource> ? ClientOf<R> : never
export type LmsClient = Client<Resources>

function allResources(): Record<string, Resource> {
  const together: Record<string, Resource> = {}
  for (const { service, resources } of contracts) {
    for (const [name, operations] of Object.entries(resources)) {
      if (name in together)
        throw new Error(`${service} has a resource ${name}, but another service has one of this name.`)
      together[name] = operations
    }
  }
  return together
}

export const resources = allResources() as unknown as Resources

export interface ClientOptions {
  /** `https://<school_domain>/api` */
  baseUrl: string
  /** A key of this school. */
  apiKey: string
  /** Sends the requests instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

/**
 * A client of one school. Methods resolve with the answer. They reject with `ApiError` on any other status, and with
 * fetch's own error after 30 s without an answer.
 */
export const createClient = (options: ClientOptions): LmsClient =>
  clientOf(resources as unknown as Record<string, Resource>, fetchTransport(options)) as unknown as LmsClient
