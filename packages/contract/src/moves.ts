// The moves of a resource: the event of each move, and the refusal of an illegal one.
import type { EventType } from './event.ts'
import type { Lifecycle } from './lifecycle.ts'
import { type Refusal, Refused } from './refusal.ts'

/** The lifecycle of objects. */
export interface Moves<State extends string = any, Move extends string = any> {
  of: Lifecycle<State, Move>
  /** The event of each move; null if there is none, or if the handler chooses it. */
  emits: { readonly [M in NoInfer<Move>]: EventType | null }
  /** The refusal of an illegal move; not needed for a move that no caller can request. */
  refuses?: { readonly [S in NoInfer<State>]?: Refusal }
}

/** The state after a sequence of moves; refuses illegal moves. */
export function stateAfter<State extends string, Move extends string>(
  { of, refuses }: Moves<State, Move>,
  from: State,
  moves: readonly Move[],
): State {
  return moves.reduce((state, move) => {
    const next = of.next(state, move)
    if (next !== null) return next
    const refusal = refuses?.[state]
    throw refusal
      ? new Refused(refusal)
      : new Error(`There is no move ${move} from ${state}: declare the refusal of ${state} in \`refuses\`.`)
  }, from)
}

/** The moves that lead to a requested state: none if the object is already in it. */
export function movesToward<State extends string, Move extends string>(
  { of, refuses }: Moves<State, Move>,
  from: State,
  target: State | undefined,
): readonly Move[] {
  if (target === undefined || target === from) return []
  const move = of.toward(from, target)
  if (move !== null) return [move]
  const refusal = refuses?.[from]
  throw refusal
    ? new Refused(refusal)
    : new Error(`No move leads from ${from} to ${target}: declare the refusal of ${from} in \`refuses\`.`)
}
