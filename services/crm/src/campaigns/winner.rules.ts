// The variant of a message that the rest of an audience gets. Pure.
import type { Reactions } from '../messages/reactions.ts'

/** By what variants are compared. */
export const measures = ['opened', 'clicked'] as const
export type Measure = (typeof measures)[number]

/** The number of the variant, from 1, with the largest share of openings or clicks among those that left; of equal ones the first. */
export function winnerOf(
  measure: Measure,
  reactions: readonly Pick<Reactions, 'sent' | 'unknown' | Measure>[],
): number {
  const rates = reactions.map(each => each[measure] / Math.max(1, each.sent + each.unknown))
  return rates.indexOf(Math.max(...rates)) + 1
}
