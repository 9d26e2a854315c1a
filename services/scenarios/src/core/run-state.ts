// The state of a run, and what moves it: pure.
import type { EventRef, Id } from '@lms/contract'
import type { RunData } from '../graph/node.ts'
import type { Fields } from './data-test.ts'
import type { Due } from './times.ts'

/** The end of a wait that is looked at before it. */
export interface Ends extends Due {
  /** When the run came to the wait, in wall time: a date from before is none to wait for. */
  readonly from: number
}

/** What a run waits for at its node. */
export type Phase = 'ready' | 'effect' | 'answer' | 'time' | 'event' | 'over'

export interface RunState {
  readonly id: string
  readonly scenario_id: string
  readonly user_id: string
  readonly node: string
  /** Number of nodes that it has come to: with the run it names an effect. */
  readonly visit: number
  readonly phase: Phase
  readonly due: Due | null
  /** The end of its wait, where it is due before for a look; null where `due` is the end. */
  readonly ends: Ends | null
  /** The type of the event that it waits for. */
  readonly awaits: string | null
  readonly data: RunData
}

/** What came of the effect of a node. */
export interface Outcome {
  kind: 'effect'
  outcome: string
  reason: string | null
  ids: readonly string[]
  /** What the data of the run gets. */
  values?: RunData
  /** What the effect has emitted. */
  events?: readonly EventRef[]
}

export type Input =
  | { kind: 'entered' }
  | { kind: 'time' }
  | {
      kind: 'event'
      type: string
      fields: Fields
      /** Absent for what is no event of its own: a lesson that opens to many. */
      id?: Id<'evt'>
      /** When it happened; absent of one that was kept before this was. */
      at?: string
    }
  | Outcome
  | { kind: 'answer'; holds: boolean; why: string | null }
  /** The date that a wait reads: a day or a time; null where there is none. */
  | { kind: 'date'; value: string | null }
  /** What ends the run wherever it is: the node of the kind exit, and what is known of the effect of the present one. */
  | { kind: 'exit'; node: string; after: Outcome | null }

/** How a run leaves its node. */
export interface Way {
  exit: string
  to: string | null
  outcome?: string | null
  reason?: string | null
  ids?: readonly string[]
  values?: RunData
}
