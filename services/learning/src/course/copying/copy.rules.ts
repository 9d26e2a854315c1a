// The rows of a copy: those of the course under new ids, which also take the place of the old ones inside of them.
import { type Id, newId } from '@lms/contract'

/** The ids of a copy, by those of the course. */
export type NewIds = ReadonlyMap<string, string>

/** New ids of the same kinds. */
export const newIdsFor = (ids: readonly string[]): Map<string, string> =>
  new Map(ids.map(id => [id, newId(id.slice(0, 3) as 'mod' | 'les' | 'lbk' | 'quz' | 'asg')]))

const inner = /\b(?:crs|mod|les|lbk|quz|asg)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g

/** The row with new ids, its own as well as those that its fields name; a new row with the first version. */
export function copied<Row extends object>(row: Row, ids: NewIds, now: string): Row {
  const text = JSON.stringify(row).replace(inner, id => ids.get(id) ?? id)
  return { ...(JSON.parse(text) as Row), version: 1, created_at: now, updated_at: now }
}

/** The ids that are known before quizzes and homework are copied: rules and draws name them. */
export type CopiedWorks = readonly { from: Id<'quz'> | Id<'asg'>; to: Id<'quz'> | Id<'asg'> }[]

export interface CopiedLesson {
  from: Id<'les'>
  to: Id<'les'>
}
