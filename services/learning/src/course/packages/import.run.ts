// Makes a course of a package. The first step reads all of it and writes nothing before it is known to be whole; the next
// ones write the content of a few lessons each.

import { ArchiveRefused, type PackedFiles } from '@lms/archive'
import { packagePermissions } from '@lms/service/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { type courseCreated, courseUpdated } from '../courses/course.contract.ts'
import { maxCopyProblems } from '../courses/course.object.ts'
import { beginCourse } from './begin-import.ts'
import { continueCourse } from './continue-course.ts'
import type { HereAlready } from './here-already.ts'
import { type ImportNote, noteOf } from './import-note.ts'
import { withSchoolFiles } from './lesson-files.ts'
import { openPackage } from './open-package.ts'
import { openSource } from './open-source.ts'
import { mayStill } from './orderer.ts'
import { type ImportState, importCourse } from './package.task.ts'
import { discardFiles, makeNext, type PackedFile } from './packed-files.ts'
import { readLessons } from './read-package.ts'
import { Report } from './report.ts'
import type { Source } from './source.ts'
import { readFile } from './stored-file.ts'
import { giveUp } from './undo-import.ts'
import { isFull, lessonsAtOnce, readWhole } from './whole-course.ts'
import { writeLessons } from './write-lessons.ts'

type At = Pick<Work, 'work' | 'runtime' | 'now'>
type Emitting = At & Pick<Work<typeof courseCreated | typeof courseUpdated>, 'emit'>
type State = ImportState
type Failure = Parameters<typeof giveUp>[0]['failure']

export const importCourseTask = builder.task(
  importCourse,
  async ({ payload, state, ...ctx }, stores) => {
    const { import_id, file_id } = payload
    const note = (body: ImportNote) => noteOf(import_id, body, ctx)
    const fail = (failure: Failure) => giveUp({ import_id, failure }, state, ctx)
    const waits = state?.files.some(({ status }) => status === 'waiting') ?? false
    if (state && !waits && state.done >= state.lessons.length) {
      if (!(await stores.courses.find(state.course_id)))
        await discardFiles(
          state.files.map(({ to }) => to),
          ctx,
        )
      return void (await note({ course_id: state.course_id, end: { failure: null } }))
    }
    const head = await readFile(file_id, { start: 0, length: 4 }, ctx)
    if (!head) return fail('file_missing')
    if (!(await mayStill(payload.orderer, packagePermissions.import, ctx)))
      return fail('caller_without_right')
    const report = new Report()
    const sender = { school: ctx.work.school, patient: true }
    try {
      const archive = await openPackage(range => bytesOf(file_id, range, ctx), head, sender)
      const source = await openSource(archive, { school: ctx.work.school, key: file_id })
      if (state && waits) return await makeFiles({ archive, source, archive_id: file_id }, state, ctx, stores)
      if (state) return await fill(archive, source, state, ctx, stores)
      const course = await readWhole(archive, source, ctx, report, stores)
      const { here } = course
      await note({ counts: countsOf(report, here), errors: report.problems, report: report.whole })
      if (payload.dry_run) return void (await note({ end: { failure: null } }))
      if (await isFull(course, stores))
        return void (await note({ end: { failure: 'courses_limit_reached' } }))
      if (!here) return await beginCourse(course, source, ctx, stores)
      const again = await continueCourse({ ...course, here }, source, ctx, stores)
      return again ?? void (await note({ course_id: here.course.id, end: { failure: null } }))
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error
      const errors = [...report.problems, { row: 1, column: null, message: error.message.slice(0, 500) }]
      await note({ counts: report.counts, errors: errors.slice(-1000), report: report.whole })
      fail('package_refused')
    }
  },
  {
    failed: async ({ payload: { import_id }, state, work }) =>
      giveUp({ import_id, failure: 'unavailable' }, state, { work }),
  },
)

async function bytesOf(file: string, range: { start: number; length: number }, ctx: At): Promise<Buffer> {
  const part = await readFile(file, range, ctx)
  if (!part) throw new ArchiveRefused('The file was deleted.')
  return part.bytes
}

/** The counts of a course that is here already say what of it is new or changed. */
function countsOf({ counts }: Report, here: HereAlready | null) {
  if (!here) return counts
  const { created, updated } = here.counts
  return { ...counts, created, updated, unchanged: counts.rows - counts.errors - created - updated }
}

/** Has the next files of the package made, and comes again until each is ready or left out. */
async function makeFiles(
  of: Parameters<typeof makeNext>[1],
  state: State,
  ctx: Emitting,
  { courses }: Stores,
): Promise<{ state: State; at?: Date }> {
  const { files, failed } = await makeNext(state.files, of, ctx)
  const cover = files.every(({ status }) => status !== 'waiting')
    ? files.find(({ from, status }) => from === state.cover && status === 'ready')
    : undefined
  if (failed.length || cover) {
    const course = await courses.lockFor(state.course_id)
    if (course?.building)
      courses.save(course, {
        building: withProblems(course.building, failed),
        ...(cover && { cover_file_id: cover.to }),
      })
  }
  const moved = files.some(({ status }, index) => status !== state.files[index]!.status)
  const again = new Date(ctx.runtime.clock.now().getTime() + 1000)
  return { state: { ...state, files }, ...(!moved && { at: again }) }
}

const withProblems = <B extends { problems: string[] }>(building: B, problems: readonly string[]): B => ({
  ...building,
  problems: [...building.problems, ...problems].slice(0, maxCopyProblems),
})

/** Writes the content of the next lessons; of a course that was deleted meanwhile nothing is left to write. */
async function fill(archive: PackedFiles, source: Source, state: State, ctx: Emitting, stores: Stores) {
  const { courses } = stores
  const keys = state.fill ?? source.manifest.modules.flatMap(module => module.lessons)
  const next = state.lessons.slice(state.done, state.done + lessonsAtOnce)
  const done = state.done + next.length
  const read = await readLessons(archive, source, keys.slice(state.done, done), ctx, new Report())
  const copiedFiles = new Map<string, PackedFile>(state.files.map(file => [file.from, file]))
  const course = await courses.lockFor(state.course_id)
  if (!course?.building) return { state: { ...state, done: state.lessons.length } }
  await writeLessons(
    read.map((each, index) => ({ lesson_id: next[index]!, read: withSchoolFiles(each, copiedFiles) })),
    { course, source },
    ctx,
    stores,
  )
  const saved = courses.save(course, { building: { ...course.building, done } })
  if (done >= state.lessons.length) ctx.emit(courseUpdated, saved, { previous: course })
  return { state: { ...state, done } }
}
