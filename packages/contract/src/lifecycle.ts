// Every legal move of an object, written once: state → move → next state.

export interface Lifecycle<State extends string, Move extends string> {
  readonly states: readonly [State, ...State[]]
  /** The state after the move, or null where the move is not allowed. */
  next(state: State, move: Move): State | null
  /** Whether the move is allowed from this state. */
  allows(state: State, move: Move): boolean
}

/** Declares a lifecycle; naming an unknown state as a target does not compile. */
export function lifecycle<const T extends Record<string, Record<string, string>>>(
  moves: T & { [S in keyof T]: { [M in keyof T[S]]: T[S][M] extends keyof T ? T[S][M] : never } },
): Lifecycle<keyof T & string, { [S in keyof T]: keyof T[S] & string }[keyof T]> {
  const next = (state: string, move: string) => {
    const row = (moves as Record<string, Record<string, string>>)[state]
    return row && Object.hasOwn(row, move) ? (row[move] as keyof T & string) : null
  }
  return {
    states: Object.keys(moves) as unknown as readonly [keyof T & string, ...(keyof T & string)[]],
    next,
    allows: (state, move) => next(state, move) !== null,
  }
}
