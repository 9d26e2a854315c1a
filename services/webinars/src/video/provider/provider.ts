// The interface between this service and a service of video. A provider knows no database: it is called outside of every
// transaction, or computes. `testing/conformance.ts` beside it is the suite that each passes.
import type { WebinarsSettings } from '../../settings/webinars-settings.ts'

export const videoKinds = ['link', 'bigbluebutton', 'livekit'] as const
export type VideoKind = (typeof videoKinds)[number]

/** What a provider has of the school. */
export interface VideoKeys {
  readonly settings: WebinarsSettings
  /** A secret of the settings by its path; null if it is not set. */
  readonly secret: (path: string) => string | null
  readonly now: Date
}

/** What a provider calls with. */
export interface VideoContext extends VideoKeys {
  /** To addresses of the public internet alone. */
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
}

/** The session of a room, which has its id. */
export interface VideoRoom {
  readonly session_id: string
  readonly title: string
  readonly join_url: string | null
  /** Whether it is recorded. */
  readonly recorded: boolean
}

export interface Participant {
  /** The person; null for whoever has the entry of the host. */
  readonly user_id: string | null
  readonly name: string
  /** Whether they lead the video. */
  readonly leads: boolean
}

/** How a video plays in the room, beside the chat. */
export interface Film {
  /** player: at an address for everybody. entry: where the own entry of each leads. media: a file that browsers play. */
  readonly shows: 'player' | 'entry' | 'media'
  /** What is loaded; of an entry where it leads. */
  readonly url: string
  readonly origin: string
}

/** A time during which a person was there, by the provider's clock. */
export interface Stay {
  readonly user_id: string
  readonly from: Date
  readonly till: Date
}

export interface ProviderRecording {
  readonly url: string
  readonly duration_seconds: number | null
}

/** A request of a provider to `{site_url}/hooks/video/{token}`. */
export interface VideoCallback {
  /** The session of its address; null for the address of all sessions. */
  readonly session_id: string | null
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The query of the address, as it came. */
  readonly query: string
  /** The body, byte for byte. */
  readonly body: Buffer
}

/** What a callback reports of a session. */
export type VideoNotice =
  /** Whoever leads it has ended the room. */
  | { readonly of: 'ended'; readonly session_id: string }
  /** It may have a recording by now: `recordings` says so. */
  | { readonly of: 'recorded'; readonly session_id: string }
  | { readonly of: 'stays'; readonly session_id: string; readonly stays: readonly Stay[] }

/** Thrown by `callback`: the signature is missing or wrong. */
export class ForgedCallback extends Error {}

/**
 * A provider. What it calls throws when the other side is away or answers with a fault, and the call comes again: nothing
 * happens twice then. No message of an error has a secret.
 */
export interface VideoProvider {
  readonly kind: VideoKind
  /** Whether the settings have what it needs. */
  readonly isConfigured: (settings: WebinarsSettings) => boolean
  /**
   * Makes the room of a session, which reports at an address that nobody else knows. The room that is there already is the
   * same one.
   */
  readonly prepare: (room: VideoRoom, callbackUrl: string, context: VideoContext) => Promise<void>
  /** The personal way into the room; null if there is none. */
  readonly joinLink: (room: VideoRoom, participant: Participant, keys: VideoKeys) => Promise<string | null>
  /** How it plays in the room; null where it forbids frames or may do so: it opens in a tab of its own. */
  readonly film: (room: Pick<VideoRoom, 'join_url'>, settings: WebinarsSettings) => Film | null
  /** Ends the room for all; one that is not there is ended. */
  readonly close: (room: VideoRoom, context: VideoContext) => Promise<void>
  /** The recording that can be watched by now; null for none. */
  readonly recordings: (room: VideoRoom, context: VideoContext) => Promise<ProviderRecording | null>
  /** The ids of the people who are in the room now; null if the room is not there. */
  readonly attendance: (room: VideoRoom, context: VideoContext) => Promise<readonly string[] | null>
  /** Checks the signature, and reads what is reported; an empty list for what means nothing here. */
  readonly callback: (callback: VideoCallback, keys: VideoKeys) => Promise<readonly VideoNotice[]>
}
