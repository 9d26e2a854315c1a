// Reads all of a package, before anything of it is written.
import { ArchiveRefused, type PackedFiles } from '@lms/archive'
import { maxOf } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { quizzes as quizOperations } from '../../assessment/quizzes/quiz.contract.ts'
import type { Stores } from '../../builder.ts'
import { assignments as assignmentOperations } from '../../homework/assignments/assignment.contract.ts'
import { courseRoom } from '../courses/course.contract.ts'
import { completionOf } from '../lessons/followed-completion.ts'
import { presentAmong } from './existing-objects.ts'
import { type HereAlready, hereAlready } from './here-already.ts'
import type { Manifest } from './package-format.ts'
import { filesIn } from './packed-files.ts'
import { importableRules, outsideOf, type ReadLesson, readLessons, refuseCircles } from './read-package.ts'
import type { Report } from './report.ts'
import type { Source } from './source.ts'

type At = Pick<Work, 'work' | 'runtime' | 'now'>

/** Lessons that are read together. */
export const lessonsAtOnce = 10

/** The course without the content of its lessons. */
export interface WholeCourse {
  /** Files that are in the package, and not in the school. */
  files: Set<string>
  manifest: Manifest
  lessons: Map<string, ReadLesson['lesson'] & ReturnType<typeof completionOf>>
  quizzes: number
  assignments: number
  /** What of it is here already; null for a course that is new. */
  here: HereAlready | null
}

/** Reads all of a package, and keeps what fits into memory. */
export async function readWhole(
  archive: PackedFiles,
  source: Source,
  ctx: At,
  report: Report,
  stores: Stores,
): Promise<WholeCourse> {
  const here = await hereAlready(source, stores, ctx.now)
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
    ...{ manifest, lessons: new Map(), quizzes: 0, assignments: 0, here },
    files: new Set(here ? [] : packed),
  }
  let hasContent = false
  for (let from = 0; from < keys.length; from += lessonsAtOnce) {
    const next = keys.slice(from, from + lessonsAtOnce)
    const read = await readLessons(archive, source, next, ctx, report, here?.tellsOf)
    for (const { key, lesson, blocks, quizzes, assignments, packed } of read) {
      hasContent ||= blocks.length > 0 || assignments.length > 0 || quizzes.some(hasQuestions)
      const isWritten = here === null || here.isWritten(key)
      if (isWritten) for (const id of packed) course.files.add(id)
      const has = { quiz: quizzes.length > 0, homework: assignments.length > 0 }
      course.lessons.set(key, { ...lesson, ...completionOf(lesson, has) })
      if (!isWritten) continue
      course.quizzes += quizzes.length
      course.assignments += assignments.length
    }
  }
  if (source.needsContent && !hasContent)
    throw new ArchiveRefused('Nothing of the file can be read as questions.')
  refuseCircles(manifest, course.lessons)
  for (const item of here?.missing ?? []) report.add(item)
  return course
}

const hasQuestions = ({ questions }: ReadLesson['quizzes'][number]) => questions.length > 0

/** Whether the school has no room for the course. */
export async function isFull({ here, quizzes, assignments }: WholeCourse, stores: Stores): Promise<boolean> {
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
    (here === null && standing[0] >= courses) ||
    standing[1] + quizzes > ofQuizzes ||
    standing[2] + assignments > ofAssignments
  )
}
