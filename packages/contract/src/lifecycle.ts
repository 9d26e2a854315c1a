// Every legal move of an object, written once: state → move → next state.

export interface Lifecycle<State extends string, Move extends string> {
  readonly states: readonly [State, ...State[]]
  /** The states in which an object may be made. */
  readonly begins: readonly State[]
  /** The state after the move, or null where the move is not allowed. */
  next(state: State, move: Move): State | null
  /** Whether the move is allowed from this state. */
  allows(state: State, move: Move): boolean
  /** The one move that leads from a state to another; null where none does, also to the state itself. */
  toward(state: State, wanted: State): Move | null
  /** The states from which the move is allowed. */
  from(move: Move): readonly State[]
}

/** The names of a lifecycle's moves. */
export type MoveOf<L> = L extends Lifecycle<any, infer M> ? M : never

/**
 * Declares a lifecycle; naming an unknown state as a target does not compile. Objects begin in its first state, unless
 * `begins` says otherwise.
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
    toward: (state, wanted) =>
      state === wanted
        ? null
        : ((Object.entries(table[state] ?? {}).find(([, target]) => target === wanted)?.[0] ??
            null) as never),
    from: move => states.filter(state => next(state, move) !== null),
  }
}
