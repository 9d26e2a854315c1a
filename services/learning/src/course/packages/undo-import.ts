// A failed import leaves nothing: its course goes first, and then its files, which nothing shows any more.
import { common, type Id, Refused } from '@lms/contract'
import { enqueue, refuseReferenced, type Work } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { courseDeleted } from '../courses/course.contract.ts'
import { removeContentOf } from '../deletions/course-content.ts'
import { type ImportNote, noteOf } from './import-note.ts'
import { type ImportState, maxUndone, takeBackImport } from './package.task.ts'
import { discardFiles } from './packed-files.ts'

type At = Pick<Work, 'work' | 'runtime'>
type Failure = NonNullable<NonNullable<ImportNote['end']>['failure']>

/** Ends an import that cannot go on, after what it has made is taken back. */
export function giveUp(
  { import_id, failure }: { import_id: Id<'imp'>; failure: Failure },
  state: ImportState | null,
  { work }: Pick<Work, 'work'>,
): void {
  // A course that was here before stays as it is: the same package again goes on with it.
  const course_id = state?.fill ? null : (state?.course_id ?? null)
  const files = state?.files.map(({ to }) => to) ?? []
  for (let from = 0; from === 0 || from < files.length; from += maxUndone)
    enqueue(work, takeBackImport, {
      ...{ import_id, course_id, files: files.slice(from, from + maxUndone) },
      failure: from === 0 ? failure : null,
    })
}

export const takeBackImportTask = builder.task(
  takeBackImport,
  async ({ payload, state, emit, ...ctx }, stores) => {
    const { import_id, course_id, files, failure } = payload
    if (!state) {
      // Asked before the course is locked.
      const isReferenced = course_id !== null && (await isNamed(course_id, ctx))
      const course = course_id && (await stores.courses.lockFor(course_id))
      if (!course) return { state: { kept: false } }
      if (isReferenced || course.status !== 'draft' || (await stores.enrollments.anyIn(course.id)))
        return { state: { kept: true } }
      removeContentOf(course.id, stores)
      stores.courses.remove(course)
      emit(courseDeleted, course)
      return { state: { kept: false } }
    }
    await discardFiles(files, ctx)
    const keptCourseId = state.kept && course_id
    if (failure)
      await noteOf(import_id, { ...(keptCourseId && { course_id: keptCourseId }), end: { failure } }, ctx)
  },
)

/** Whether another service names the course, as an access or an offer does. While one of them is away nobody knows. */
async function isNamed(course_id: Id<'crs'>, { work, runtime }: At): Promise<boolean> {
  try {
    await refuseReferenced('crs', course_id, runtime, {
      school: work.school,
      requestId: work.origin.requestId,
    })
    return false
  } catch (error) {
    if (error instanceof Refused && error.refusal.reason === common.still_named.reason) return true
    throw error
  }
}
