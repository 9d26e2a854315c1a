// A course goes with everything in it.
import type { Stores } from '../../builder.ts'
import { removeWorkOf } from './lesson-work.ts'

/** Deletes what is in a course that nobody studies. */
export function removeContentOf(courseId: string, stores: Stores): void {
  const { modules, lessons, blocks, importSources, ruleRefs, overrides, openings } = stores
  removeWorkOf('course_id', courseId, stores)
  ruleRefs.removeOf('course_id', courseId)
  overrides.removeOfCourse(courseId)
  openings.removeOfCourse(courseId)
  blocks.removeOf('course_id', courseId)
  lessons.removeOfCourse(courseId)
  modules.removeOfCourse(courseId)
  importSources.removeOfCourse(courseId)
}
