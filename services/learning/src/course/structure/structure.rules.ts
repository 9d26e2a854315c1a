// The order of modules and lessons, as one tree.
import { type RefusalDetail, Refused } from '@lms/contract'
import { refusals, type Tree } from './structure.contract.ts'

interface Present {
  modules: readonly { id: string }[]
  lessons: readonly { id: string }[]
}

/** Refuses a tree that does not name each module and lesson exactly once. */
export function checkTree({ modules }: Tree, present: Present): void {
  const entries = [
    ...modules.map(({ id }, index) => ({ id: id as string, path: `body.modules.${index}.id` })),
    ...modules.flatMap(({ lesson_ids }, index) =>
      lesson_ids.map((id, lessonIndex) => ({
        id: id as string,
        path: `body.modules.${index}.lesson_ids.${lessonIndex}`,
      })),
    ),
  ]
  const remaining = new Set([...present.modules, ...present.lessons].map(({ id }) => id))
  const details = entries.flatMap(({ id, path }): RefusalDetail[] =>
    remaining.delete(id)
      ? []
      : [{ path, message: `${id} stands here a second time, or is not of this course` }],
  )
  for (const id of remaining) details.push({ path: 'body.modules', message: `${id} is missing` })
  if (details.length)
    throw new Refused(refusals.structure_differs, undefined, { details: details.slice(0, 50) })
}
