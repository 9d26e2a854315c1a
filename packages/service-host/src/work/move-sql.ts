import type { Lifecycle } from '@lms/contract'

/**
 * A move as parts of a hand-written statement, for work on many rows at once: `set ${set} … where ${where}`. `row` is
 * the table's name in it.
 */
export function moveSql<State extends string, Move extends string>(
  of: Lifecycle<State, Move>,
  move: NoInfer<Move>,
  row = '',
): { set: string; where: string } {
  const from = of.from(move)
  const [to, ...others] = new Set(from.map(state => of.next(state, move)))
  if (!to || others.length)
    throw new Error(`The move ${move} leads to several states: write one statement for each.`)
  const column = row ? `${row}.status` : 'status'
  return { set: `status = '${to}'`, where: `${column} in (${from.map(state => `'${state}'`).join(', ')})` }
}
