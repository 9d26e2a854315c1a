// The moves of a resource: which there are, what is told of each, and why one is refused.
import type { EventType } from './event.ts'
import type { Lifecycle } from './lifecycle.ts'
import { type Refusal, Refused } from './refusal.ts'

/** How objects move. */
export interface Moves<State extends string = any, Move extends string = any> {
  of: Lifecycle<State, Move>
  /** The event that tells of a move; null where none does, or the work says which. */
  emits: { readonly [M in NoInfer<Move>]: EventType | null }
  /** Why an object in this state does not make a move; a move that nobody can ask for wrongly needs none. */
  refuses?: { readonly [S in NoInfer<State>]?: Refusal }
}

/** The state after the moves, one after the other; refuses what the lifecycle does not allow. */
export function stateAfter<State extends string, Move extends string>(
  { of, refuses }: Moves<State, Move>,
  from: State,
  moves: readonly Move[],
): State {
  return moves.reduce((state, move) => {
    const next = of.next(state, move)
    if (next !== null) return next
    const refusal = refuses?.[state]
    throw refusal ? new Refused(refusal) : new Error(`There is no move ${move} from ${state}.`)
  }, from)
}

/** The moves that lead to a state which a caller asks for: none where it is there already. */
export function movesToward<State extends string, Move extends string>(
  { of, refuses }: Moves<State, Move>,
  from: State,
  wanted: State | undefined,
): readonly Move[] {
  if (wanted === undefined || wanted === from) return []
  const move = of.toward(from, wanted)
  if (move !== null) return [move]
  const refusal = refuses?.[from]
  throw refusal ? new Refused(refusal) : new Error(`No move leads from ${from} to ${wanted}.`)
}
