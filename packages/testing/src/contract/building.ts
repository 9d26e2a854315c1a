// Helpers for the example files beside the resources.
import type { OperationEntry } from '@lms/api'
import { randomHex } from '../random.ts'
import type { BareResponse } from '../system.ts'

/** The caller: with all permissions, with none, with a publishable key, or without a credential. */
export type Actor = 'owner' | 'powerless' | 'publishable' | 'nobody'

export interface Ask {
  path?: Record<string, string>
  query?: string
  /** JSON; a string is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
  as?: Actor
  /** The person that the owner acts for. */
  onBehalfOf?: string
}

/** One school under test. */
export interface School {
  /** Sends one request to one operation, and compares an error answer with the declaration. */
  ask(entry: OperationEntry, ask?: Ask): Promise<BareResponse>
  /** The answer of an operation that must succeed, as the owner. */
  done(id: string, ask?: Ask): Promise<any>
  /** Runs an operation with its example and these additional fields in the body; returns the answer. */
  make(id: string, fields?: object): Promise<any>
  /** Sends bytes to the link of an upload, without a credential. */
  put(link: { url: string; headers: Record<string, string> }, bytes: Buffer): Promise<void>
  /** Creates a job that has failed for good, which no request can do. */
  failedJob(): Promise<{ queue: string; id: string }>
}

/** What a request needs besides the declared body: path, person acted for, and replaced fields of the body. */
export type Example = Pick<Ask, 'path' | 'body' | 'onBehalfOf'>
export type Build = (school: School) => Promise<Example> | Example

/**
 * By operation, such as `orders.create`; for references by operation and place in the body: `tags.update merge_into`.
 */
export type Examples = Readonly<Record<string, Build>>

/** A text that no other test uses. */
export const unique = (): string => randomHex(12)

/** An example that contains the id of one object. */
export const on =
  (make: (school: School) => Promise<{ id: string }>): Build =>
  async school => ({ path: { id: (await make(school)).id } })

/** A PNG of one pixel, of the size that the example of an upload announces. */
export const pixel: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A file whose bytes are in the storage, but not reported. */
export async function sentFile(school: School): Promise<{ id: string }> {
  const { id, upload } = await school.make('files.start')
  await school.put(upload.parts[0], pixel)
  return { id }
}

/** A ready picture. */
export async function readyFile(school: School): Promise<{ id: string }> {
  const { id } = await sentFile(school)
  return school.done('files.complete', { path: { id } })
}
