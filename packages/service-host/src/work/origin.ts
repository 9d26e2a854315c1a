// Where a piece of work comes from.
import type { Caller } from '@lms/contract'

/** The origin of a piece of work. */
export interface Origin {
  requestId: string
  clientRequestId: string | null
  /** The event that caused the work, for reactions. */
  causeId: string | null
  caller: Caller | null
  /** Who of the platform team acts, for the audit log. */
  operator?: string | null
  /** Whether it follows from an import: then so do its events. */
  isImport?: boolean
  now: Date
}
