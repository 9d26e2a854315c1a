// Every legal move of an object, declared once: state → move → next state.

export interface Lifecycle<State extends string, Move extends string> {
  readonly states: readonly [State, ...State[]]
  /** The states in which an object may be created. */
  readonly begins: readonly State[]
  /** The state after the move, or null if the move is not allowed. */
  next(state: State, move: Move): State | null
  /** Whether the move is allowed from this state. */
  allows(state: State, move: Move): boolean
  /** The move that leads from one state to another; null if there is none, and for a state to itself. */
  toward(state: State, destination: State): Move | null
  /** The states that allow the move. */
  from(move: Move): readonly State[]
}

/** The names of a lifecycle's moves. */
export type MoveOf<L> = L extends Lifecycle<any, infer M> ? M : never

/**
 * Declares a lifecycle; an unknown target state does not compile. Objects begin in the first state, unless `begins`
 * lists others.
 */
export function lifecycle<const T extends Record<string, Record<string, string>>>(
  moves: T & { [S in keyof T]: { [M in keyof T[S]]: T[S][M] extends keyof T ? T[S][M] : never } },
  { begins }: { begins?: readonly (keyof T & string)[] } = {},
): Lifecycle<keyof T & string, { [S in keyof T]: keyof T[S] & string }[keyof T]> {
  type State = keyof T & string
  const table = moves as Record<string, Record<string, string>>
  const states = Object.keys(table) as unknown as readonly [State, ...State[]]
  const next = (state: string, move: string) => {
    const row = table[state]
    return row && Object.hasOwn(row, move) ? (row[move] as State) : null
  }
  return {
    states,
    begins: begins ?? [states[0]],
    next,
    allows: (state, move) => next(state, move) !== null,
    toward: (state, destination) =>
      state === destination
        ? null
        : ((Object.entries(table[state] ?? {}).find(([, target]) => target === destination)?.[0] ??
            null) as never),
    from: move => states.filter(state => next(state, move) !== null),
  }
}
