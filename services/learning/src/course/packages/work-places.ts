// Quizzes and homework in the places of blocks. A package has no ids of a school: a block names them by their number in the
// lesson, written as an id, so that it is read like every other block.
import { type BlockContent, workOf } from '../blocks/block-content.ts'

/** The number of a quiz or a homework in its lesson, from 0, as an id. */
const placeId = <P extends string>(prefix: P, index: number): `${P}_${string}` =>
  `${prefix}_${String(index).padStart(26, '0')}`

/** The block with another id in the place of that of its quiz or homework; null where there is none. */
export function withWork(content: BlockContent, idOf: (id: string) => string | null): BlockContent | null {
  const work = workOf(content)
  if (work === null) return content
  const id = idOf(work)
  if (id === null) return null
  return content.kind === 'quiz'
    ? { kind: 'quiz', quiz_id: id as `quz_${string}` }
    : { kind: 'assignment', assignment_id: id as `asg_${string}` }
}

/** The ids that stand in a package for these quizzes and homework. */
export const placesOf = (quizIds: readonly string[], assignmentIds: readonly string[]): Map<string, string> =>
  new Map([
    ...quizIds.map((id, index) => [id, placeId('quz', index)] as const),
    ...assignmentIds.map((id, index) => [id, placeId('asg', index)] as const),
  ])

/** The ids that stand for what is taken over, by those from before; what is left out has none. */
export function renumbered(
  quizzes: readonly boolean[],
  assignments: readonly boolean[],
): Map<string, string> {
  const of = (prefix: 'quz' | 'asg', taken: readonly boolean[]) =>
    taken.flatMap((isTaken, index): [string, string][] => {
      const number = taken.slice(0, index).filter(Boolean).length
      return isTaken ? [[placeId(prefix, index), placeId(prefix, number)]] : []
    })
  return new Map([...of('quz', quizzes), ...of('asg', assignments)])
}

/** The ids of quizzes and homework that were created, by those that stand for them. */
export const byPlace = (quizIds: readonly string[], assignmentIds: readonly string[]): Map<string, string> =>
  new Map([...placesOf(quizIds, assignmentIds)].map(([id, place]) => [place, id]))
