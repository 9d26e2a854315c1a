// One interface for all transports. A transport knows no database, no person and no content that is still to be filled in.
import type { OutsideRuntime } from '@lms/service-host'
import type { SchoolValues } from '../content/values.ts'
import type { Attachment } from '../messages/attachment.ts'
import type { CrmSettings } from '../settings/crm-settings.ts'

/** A message as it is handed over. */
export interface Finished {
  /** The id of the message: the same at each repetition. */
  id: string
  to: string
  subject: string
  html: string | null
  text: string
  attachments: readonly Attachment[]
  /** Leads to the page on which the receiver unsubscribes; null for topics that nobody can switch off. */
  unsubscribeUrl: string | null
  /** Where reports and replies of an e-mail go; null where the installation takes none. */
  returnTo: string | null
}

/** What became of it. `answer` is what the other side said. */
export type Outcome =
  /** The other side has it; `delivered` where it says that the person has it, too. */
  | { status: 'sent'; delivered: boolean; answer: string }
  /** It does not take it, and never will. `bounce` says whether the address itself is the cause. */
  | { status: 'refused'; bounce: 'hard' | 'soft'; answer: string }
  /** It does not take it now. */
  | { status: 'deferred'; answer: string }

export interface SendingContext {
  runtime: OutsideRuntime
  signal: AbortSignal
  /** A secret of the settings by its path; null if it is not set. */
  secret(path: string): string | null
  settings: CrmSettings
  school: SchoolValues
}

export interface Transport {
  /** Whether the other side recognizes a message that comes twice. */
  readonly repeats: boolean
  /** Hands over; an error means that nobody knows whether the other side has it. */
  handOver(message: Finished, context: SendingContext): Promise<Outcome>
}
