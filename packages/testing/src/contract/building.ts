// What the files of examples beside the resources are made of.
import type { OperationEntry } from '@lms/api'
import { randomHex } from '../random.ts'
import type { BareResponse } from '../system.ts'

/** Who asks: one who may do all, one with a key for nothing, a key that may stand in a web page, no one at all. */
export type Actor = 'owner' | 'powerless' | 'publishable' | 'nobody'

export interface Ask {
  path?: Record<string, string>
  query?: string
  /** JSON; a string is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
  as?: Actor
  /** The person the owner acts for. */
  onBehalfOf?: string
}

/** One school under test. */
export interface School {
  /** Sends one request to one operation and holds an error answer against its declaration. */
  ask(entry: OperationEntry, ask?: Ask): Promise<BareResponse>
  /** The answer of an operation that must succeed, as the owner. */
  done(id: string, ask?: Ask): Promise<any>
  /** Does an operation as its example says, with these fields in the body besides; gives the answer. */
  make(id: string, fields?: object): Promise<any>
  /** Makes a job that has failed for good, which no request can do. */
  failedJob(): Promise<{ queue: string; id: string }>
}

/** What a request needs besides its declared body: path, person acted for, and what the body gets in place. */
export type Example = Pick<Ask, 'path' | 'body' | 'onBehalfOf'>
export type Build = (school: School) => Promise<Example> | Example

/** By operation, such as `orders.create`; of references by operation and place in the body: `tags.change merge_into`. */
export type Examples = Readonly<Record<string, Build>>

/** A text that no other test has. */
export const unique = (): string => randomHex(12)

/** An example that names one object by its id. */
export const on =
  (make: (school: School) => Promise<{ id: string }>): Build =>
  async school => ({ path: { id: (await make(school)).id } })
