// Makes a course of a package. The first step reads all of it and writes nothing before it is known to be whole; the next
// ones write the content of a few lessons each.

import { ArchiveRefused, type PackedFiles } from '@lms/archive'
import { maxOf, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { nameParts } from '../../assessment/questions/part-ids.rules.ts'
import { quizzes as quizOperations } from '../../assessment/quizzes/quiz.contract.ts'
import { builder, type Stores } from '../../builder.ts'
import { assignments as assignmentOperations } from '../../homework/assignments/assignment.contract.ts'
import { copied, newIdsFor } from '../copying/copy.rules.ts'
import { courseCreated, courseRoom, courseUpdated } from '../courses/course.contract.ts'
import { maxCopyProblems } from '../courses/course.object.ts'
import { completionOf } from '../lessons/followed-completion.ts'
import { presentAmong } from './existing-objects.ts'
import { type ImportNote, noteOf } from './import-note.ts'
import { withSchoolFiles } from './lesson-files.ts'
import { openPackage } from './open-package.ts'
import { openSource } from './open-source.ts'
import { mayStill } from './orderer.ts'
import { type ImportState, importCourse } from './package.task.ts'
import type { Manifest } from './package-format.ts'
import { discardFiles, filesIn, makeNext, type PackedFile } from './packed-files.ts'
import { importableRules, outsideOf, type ReadLesson, readLessons, refuseCircles } from './read-package.ts'
import { Report } from './report.ts'
import type { Source } from './source.ts'
import { readFile } from './stored-file.ts'
import { giveUp } from './undo-import.ts'
import { byPlace, withWork } from './work-places.ts'

type At = Pick<Work, 'work' | 'runtime' | 'now'>
type Emitting = At & Pick<Work<typeof courseCreated | typeof courseUpdated>, 'emit'>
type State = ImportState
type Failure = Parameters<typeof giveUp>[0]['failure']

/** Lessons that are read together. */
const lessonsAtOnce = 10

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
    if (!(await mayStill(payload.orderer, ctx))) return fail('caller_without_right')
    const report = new Report()
    const sender = { school: ctx.work.school, patient: true }
    try {
      const archive = await openPackage(range => bytesOf(file_id, range, ctx), head, sender)
      const source = await openSource(archive, { school: ctx.work.school, key: file_id })
      if (state && waits) return await makeFiles({ archive, source, archive_id: file_id }, state, ctx, stores)
      if (state) return await fill(archive, source, state, ctx, stores)
      const course = await readWhole(archive, source, ctx, report)
      await note({ counts: report.counts, errors: report.problems, report: report.whole })
      if (payload.dry_run) return void (await note({ end: { failure: null } }))
      if (await isFull(course, stores))
        return void (await note({ end: { failure: 'courses_limit_reached' } }))
      return await begin(course, ctx, stores)
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

/** The course without the content of its lessons. */
interface WholeCourse {
  /** Files that are in the package, and not in the school. */
  files: Set<string>
  manifest: Manifest
  lessons: Map<string, ReadLesson['lesson'] & ReturnType<typeof completionOf>>
  quizzes: number
  assignments: number
}

/** Reads all of a package, and keeps what fits into memory. */
async function readWhole(
  archive: PackedFiles,
  source: Source,
  ctx: At,
  report: Report,
): Promise<WholeCourse> {
  const { manifest: sourceManifest } = source
  const keys = sourceManifest.modules.flatMap(({ lessons }) => lessons)
  const tell = (message: string) =>
    report.add({ kind: 'course', name: sourceManifest.course.title, notes: [message], isThere: false })
  for (const item of source.items) report.add(item)
  const outside = sourceManifest.modules.flatMap(({ access_rules }) =>
    access_rules.conditions.flatMap(outsideOf),
  )
  const cover = sourceManifest.course.cover_file_id
  const there = await presentAmong([...outside, ...(cover ? [cover] : [])], ctx)
  const packed = await filesIn(archive, source, cover && !there.has(cover) ? [cover] : [], tell)
  const present = new Set([...there, ...packed])
  if (cover && !present.has(cover)) tell(`the cover is the file ${cover}, which this school does not have`)
  const all = new Set<string>(keys)
  const manifest: Manifest = {
    ...sourceManifest,
    course: { ...sourceManifest.course, cover_file_id: cover && present.has(cover) ? cover : null },
    modules: sourceManifest.modules.map(module => ({
      ...module,
      access_rules: importableRules(module.access_rules, { all, present }, tell),
    })),
  }
  const course: WholeCourse = {
    ...{ manifest, lessons: new Map(), quizzes: 0, assignments: 0 },
    files: new Set(packed),
  }
  let hasContent = false
  for (let from = 0; from < keys.length; from += lessonsAtOnce) {
    const read = await readLessons(archive, source, keys.slice(from, from + lessonsAtOnce), ctx, report)
    for (const { key, lesson, blocks, quizzes, assignments, packed } of read) {
      hasContent ||= blocks.length > 0 || assignments.length > 0 || quizzes.some(hasQuestions)
      for (const id of packed) course.files.add(id)
      const has = { quiz: quizzes.length > 0, homework: assignments.length > 0 }
      course.lessons.set(key, { ...lesson, ...completionOf(lesson, has) })
      course.quizzes += quizzes.length
      course.assignments += assignments.length
    }
  }
  if (source.needsContent && !hasContent)
    throw new ArchiveRefused('Nothing of the file can be read as questions.')
  refuseCircles(manifest, course.lessons)
  return course
}

const hasQuestions = ({ questions }: ReadLesson['quizzes'][number]) => questions.length > 0

/** Whether the school has no room for the course. */
async function isFull({ quizzes, assignments }: WholeCourse, stores: Stores): Promise<boolean> {
  const [courses, ofQuizzes, ofAssignments] = [
    maxOf(courseRoom)!.most,
    maxOf(quizOperations.create.bound)!.most,
    maxOf(assignmentOperations.create.bound)!.most,
  ]
  const standing = await Promise.all([
    stores.courses.standing(courses),
    stores.quizzes.standing(ofQuizzes),
    stores.assignments.standing(ofAssignments),
  ])
  return (
    standing[0] >= courses || standing[1] + quizzes > ofQuizzes || standing[2] + assignments > ofAssignments
  )
}

/** Makes the course with its modules and lessons, without their content. */
async function begin(
  { manifest, lessons: cards, files }: WholeCourse,
  { emit, now }: Emitting,
  stores: Stores,
) {
  const { courses, modules, lessons, ruleRefs } = stores
  await courses.refuseBeyond(maxOf(courseRoom)!)
  const keys = manifest.modules.flatMap(module => module.lessons)
  const ids = newIdsFor([...keys, ...manifest.modules.map(({ key }) => key)])
  const course_id = newId('crs')
  const cover = manifest.course.cover_file_id
  const createdCourse = courses.insert({
    ...courses.fresh(course_id),
    ...manifest.course,
    // A cover that is in the package is set when it is a file of the school.
    cover_file_id: cover && files.has(cover) ? null : cover,
    ...{ status: 'draft', published_at: null },
    building: { done: 0, total: keys.length, problems: [] },
  })
  const school_id = createdCourse.school_id
  const modulesOf = manifest.modules.map(({ key: id, title, description, access_rules }, index) =>
    copied(
      { ...modules.fresh(id), school_id, course_id, title, description, access_rules, position: index + 1 },
      ids,
      now,
    ),
  )
  const lessonsOf = manifest.modules.flatMap(({ key: module_id, lessons: inModule }) =>
    inModule.map((id, index) =>
      copied(
        {
          ...lessons.fresh(id),
          ...cards.get(id)!,
          school_id,
          course_id,
          module_id,
          position: index + 1,
          has_draft: false,
        },
        ids,
        now,
      ),
    ),
  )
  modules.insertAll(modulesOf)
  lessons.insertAll(lessonsOf)
  for (const row of [...modulesOf, ...lessonsOf])
    if (row.access_rules.conditions.length) ruleRefs.note(row, row.access_rules)
  emit(courseCreated, createdCourse)
  const waiting = [...files].map(from => ({
    ...{ from: from as PackedFile['from'], to: newId('fil') },
    status: 'waiting' as const,
  }))
  const state = { course_id, lessons: lessonsOf.map(({ id }) => id), done: 0, files: waiting }
  return { state: { ...state, cover: cover && files.has(cover) ? cover : null } }
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
  const { courses, lessons } = stores
  const keys = source.manifest.modules.flatMap(module => module.lessons)
  const next = state.lessons.slice(state.done, state.done + lessonsAtOnce)
  const done = state.done + next.length
  const read = await readLessons(archive, source, keys.slice(state.done, done), ctx, new Report())
  const copiedFiles = new Map<string, PackedFile>(state.files.map(file => [file.from, file]))
  const course = await courses.lockFor(state.course_id)
  if (!course?.building) return { state: { ...state, done: state.lessons.length } }
  const present = new Set<string>((await lessons.many(next)).map(({ id }) => id))
  for (const [index, each] of read.entries())
    if (present.has(next[index]!))
      addContent(
        withSchoolFiles(each, copiedFiles),
        { lesson_id: next[index]!, course_id: course.id },
        ctx,
        stores,
      )
  const saved = courses.save(course, { building: { ...course.building, done } })
  if (done >= state.lessons.length) ctx.emit(courseUpdated, saved, { previous: course })
  return { state: { ...state, done } }
}

function addContent(
  read: ReadLesson,
  parent: { lesson_id: `les_${string}`; course_id: `crs_${string}` },
  { work }: At,
  { assignments, blocks, questions, quizzes }: Stores,
): void {
  const school_id = work.school as `sch_${string}`
  const quizIds = read.quizzes.map(() => newId('quz'))
  const assignmentIds = read.assignments.map(() => newId('asg'))
  const places = byPlace(quizIds, assignmentIds)
  blocks.insertCopies(
    read.blocks
      .flatMap(content => withWork(content, id => places.get(id) ?? null) ?? [])
      .map((content, index) => ({
        ...{ ...blocks.fresh(newId('lbk')), ...parent, school_id, content, position: index + 1 },
      })),
  )
  for (const [index, { questions: questionInputs, ...quiz }] of read.quizzes.entries()) {
    const createdQuiz = quizzes.insert({ ...quizzes.fresh(quizIds[index]!), ...quiz, ...parent })
    for (const [index, question] of questionInputs.entries())
      questions.keepVersion(
        questions.insert({
          ...questions.fresh(newId('qst')),
          ...question,
          ...{ quiz_id: createdQuiz.id, content: nameParts(question.content) },
          ...{ position: index + 1, number: 1, named_since: 1 },
        }),
      )
  }
  for (const [index, assignment] of read.assignments.entries())
    assignments.insert({ ...assignments.fresh(assignmentIds[index]!), ...assignment, ...parent })
}
