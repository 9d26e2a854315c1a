// What stands beside the blocks of a lesson: the quiz or homework that a block names, and how far the caller has come in it.
import type { Id } from '@lms/contract'
import { byId, type Expander } from '@lms/service-host'
import type { z } from 'zod'
import type { Quiz } from '../../assessment/quizzes/quiz.contract.ts'
import type { Stores } from '../../builder.ts'
import type { Assignment } from '../../homework/assignments/assignment.contract.ts'
import type { BlockProgress } from '../../study/progress/progress.contract.ts'
import { secondsOf } from '../../study/progress/watched.rules.ts'
import { workOf } from './block-content.ts'

/** What the blocks name, by the ids of the blocks. */
async function namedBy<Row extends { id: string }>(
  ids: readonly string[],
  { blocks, draftBlocks }: Stores,
  read: (workIds: never) => Promise<readonly Row[]>,
): Promise<Map<string, Row>> {
  const [published, drafts] = await Promise.all([
    blocks.many([...ids] as never),
    draftBlocks.many([...ids] as never),
  ])
  const rows = [...published, ...drafts]
  const named = rows.flatMap(({ id, content }) => {
    const work = workOf(content)
    return work === null ? [] : [[id as string, work] as const]
  })
  const works = byId(await read(named.map(([, work]) => work) as never))
  return new Map(named.flatMap(([id, work]) => (works.has(work) ? [[id, works.get(work)!]] : [])))
}

const quiz: Expander<Stores, Quiz> = (ids, stores) =>
  namedBy(ids, stores, works => stores.quizzes.many(works))

const assignment: Expander<Stores, Assignment> = (ids, stores) =>
  namedBy(ids, stores, works => stores.assignments.many(works))

/** Of the caller; of nobody who does not study the course. */
const progress: Expander<Stores, z.infer<typeof BlockProgress>> = async (ids, stores, { caller }) => {
  const rows = caller.user ? await stores.blocks.many([...ids] as never) : []
  const [first] = rows
  if (!first) return new Map()
  const enrollment = await stores.enrollments.ofPair({ user_id: caller.user!, course_id: first.course_id })
  const lessons = [...new Set(rows.map(({ lesson_id }) => lesson_id))]
  const reported = enrollment ? await stores.blockProgress.of([enrollment.id], lessons) : []
  return new Map(
    reported.map(({ block_id, watched, position_seconds, reported_at }) => [
      block_id,
      {
        ...{ block_id: block_id as Id<'lbk'>, watched_seconds: secondsOf(watched) },
        ...{ position_seconds, reported_at },
      },
    ]),
  )
}

/** What the list of blocks shows with `expand`. */
export const blockExpanders = { quiz, assignment, progress }
