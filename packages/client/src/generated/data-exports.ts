// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface DataExportOrderResult {
  /** The id of the job. */
  id: string
  /** The id of the user. */
  user_id: string
  /** Repeat the request to see the progress. After a failure this begins a new export, unless the data exceed a file. */
  status: 'queued' | 'finished' | 'failed'
  /** too_large: the data exceed 32 MiB; read the lists of every area by user_id instead. A repetition tries again after a day. unavailable: a service was unavailable for too long. */
  failure: 'too_large' | 'unavailable' | null
  /** Where to download a ready export, without a credential: a path at the school’s own address. */
  download_path: string | null
  /** When the link and the file expire: 24 hours after the export was ready. */
  expires_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the job was created. */
  created_at: string
  /** When the job last changed. */
  updated_at: string
}

/** Why `dataExports.order` can be refused. */
export type DataExportsOrderReason = CommonReason | 'export_beyond_own' | 'person_out_of_reach' | 'too_many_exports'
/** Export all data of a person; repeat the request to see the progress and the link to the file. POST /v1/users/{id}/data-export; needs users:write. */
export function order(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DataExportOrderResult, DataExportsOrderReason> {
  return client.call({ method: 'POST', path: `/v1/users/${encodeURIComponent(id)}/data-export` }, options)
}

/** The operations of `dataExports` with a client. */
export class DataExportsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Export all data of a person; repeat the request to see the progress and the link to the file. POST /v1/users/{id}/data-export; needs users:write. */
  order(id: string, options: RequestOptions = {}): ApiPromise<DataExportOrderResult, DataExportsOrderReason> {
    return order(this.#client, id, options)
  }}
