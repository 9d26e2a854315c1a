// What the queue knows of a mailing or a campaign.
import type { TransportKind } from '../addresses/kinds.ts'
import type { Source } from '../content/source.ts'
import type { Counts } from '../messages/counts.ts'
import type { Audience } from './audience.ts'

/** A message that goes to each person of the audience. */
export interface Part {
  /** Its number in a campaign, from 1; null in a mailing. */
  readonly step: number | null
  readonly transport: TransportKind
  readonly delay_minutes: number
  /** Only to people who have opened none of the messages before. */
  readonly unless_opened: boolean
  readonly variants: readonly { readonly weight: number; readonly content: Source }[]
  /** A part of the audience gets the variants, and the rest the better one later; null: everybody gets one at once. */
  readonly winner: { readonly percent: number; readonly after_minutes: number } | null
  /** The number of the better variant, once it is chosen. */
  readonly chosen: number | null
}

export interface Sending {
  readonly id: string
  readonly name: string
  readonly status: 'draft' | 'scheduled' | 'running' | 'paused' | 'finished' | 'stopped'
  readonly audience: Audience
  readonly started_at: string | null
  /** The time of day of each person at which messages leave; null: at once. */
  readonly local_time: string | null
  readonly topic: string
  readonly parts: readonly Part[]
}

/** The store of the mailings or campaigns, as the queue uses it. */
export interface SendingStore {
  sending(id: string): Promise<Sending | null>
  /** Locks it, and begins one that was scheduled; null if it is not to be sent. */
  begin(id: string): Promise<Sending | null>
  /** Whether it is being sent, pauses, or is over; nobody changes that until the end of the work. */
  holdSending(id: string): Promise<'running' | 'paused' | 'over'>
  /** Locks it, and ends it if it is being sent and has final numbers; false while it pauses. */
  end(id: string, counts: () => Promise<Counts | null>): Promise<boolean>
}
