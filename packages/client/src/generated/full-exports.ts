// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'
import type { Export } from './exports.ts'

/** Why `fullExports.create` can be refused. */
export type FullExportsCreateReason = CommonReason | 'archive_of_owner' | 'archives_limit_reached'
/** Start an archive of the whole school; all owners are told by e-mail. POST /v1/exports/full; needs exports:write. */
export function create(client: Caller, options: RequestOptions = {}): ApiPromise<Export, FullExportsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/exports/full' }, options)
}

/** The operations of `fullExports` with a client. */
export class FullExportsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Start an archive of the whole school; all owners are told by e-mail. POST /v1/exports/full; needs exports:write. */
  create(options: RequestOptions = {}): ApiPromise<Export, FullExportsCreateReason> {
    return create(this.#client, options)
  }}
