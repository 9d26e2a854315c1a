// Writes the package of a course, lesson by lesson, and hands it over piece by piece.

import { packageExports, pieceBytes } from '@lms/service/contract'
import type { Work } from '@lms/service-host'
import { ZipFile } from 'yazl'
import { builder, type Stores } from '../builder.ts'
import type { CourseRow } from '../courses/course.store.ts'
import type { LessonRow } from '../lessons/lesson.store.ts'
import type { ModuleRow } from '../modules/module.store.ts'
import type { QuestionContent, QuestionInput } from '../questions/question.content.ts'
import { lessonPath, type Manifest, manifestPath } from './package.format.ts'
import { exportCourse } from './package.task.ts'

type At = Pick<Work, 'work' | 'runtime'>

export const exportCourseTask = builder.task(
  exportCourse,
  async ({ payload: { export_id, course_id }, ...at }, stores) => {
    const course = await stores.courses.find(course_id)
    if (!course) return end(export_id, { pieces: 0, size: 0, objects: 0, failed: true }, at)
    const [modules, lessons] = await Promise.all([
      stores.modules.ofCourse(course.id),
      stores.lessons.ofCourse(course.id),
    ])
    const sent = await send(export_id, written({ course, modules, lessons }, stores), at)
    await end(export_id, { ...sent, objects: lessons.length, failed: false }, at)
  },
  {
    failed: ({ payload: { export_id }, ...at }) =>
      end(export_id, { pieces: 0, size: 0, objects: 0, failed: true }, at),
  },
)

interface Content {
  course: CourseRow
  modules: readonly ModuleRow[]
  lessons: readonly LessonRow[]
}

/** The zip, made while it is read. Its entries have the time of the course, so that equal courses are equal packages. */
function written({ course, modules, lessons }: Content, stores: Stores): NodeJS.ReadableStream {
  const zip = new ZipFile()
  const entry = { mtime: new Date(course.updated_at) }
  const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
  zip.addBuffer(json(manifestOf({ course, modules, lessons })), manifestPath, entry)
  const packed = async () => {
    for (const lesson of lessons)
      zip.addBuffer(json(await packedLesson(lesson, stores)), lessonPath(lesson.id), entry)
    zip.end()
  }
  packed().catch(error => zip.outputStream.emit('error', error))
  return zip.outputStream
}

function manifestOf({ course, modules, lessons }: Content): Manifest {
  const { title, description, cover_file_id, authors, time_zone, after_access } = course
  const ofModule = Map.groupBy(lessons, ({ module_id }) => module_id)
  return {
    ...{ format: 'open-school-course', version: 1 },
    course: { title, description, cover_file_id, authors, time_zone, after_access },
    modules: modules.map(({ id, title, description, access_rules }) => ({
      ...{ key: id, title, description, access_rules },
      lessons: (ofModule.get(id) ?? []).map(lesson => lesson.id),
    })),
  }
}

async function packedLesson(lesson: LessonRow, { assignments, blocks, questions, quizzes }: Stores) {
  const { title, description, kind, status, duration_seconds, required, completion, access_rules } = lesson
  const [blocksOf, quizzesOf, assignmentsOf] = await Promise.all([
    blocks.ofLessons([lesson.id]),
    quizzes.ofLesson(lesson.id),
    assignments.ofLesson(lesson.id),
  ])
  const withQuestions = await Promise.all(
    quizzesOf.map(async quiz => ({ quiz, questions: await questions.ofQuiz(quiz.id) })),
  )
  return {
    ...{ title, description, kind, status, duration_seconds, required, completion, access_rules },
    blocks: blocksOf.toSorted((one, other) => one.position - other.position).map(({ content }) => content),
    quizzes: withQuestions.map(({ quiz, questions }) => ({
      ...withoutPlace(quiz),
      questions: questions.map(({ label, points, all_or_nothing, explanation, content }) => ({
        ...{ label, points, all_or_nothing, explanation },
        content: unnamed(content),
      })),
    })),
    assignments: assignmentsOf.map(withoutPlace),
  }
}

/** What the body of a request may have. */
function withoutPlace<Row extends object>(row: Row): object {
  const own = ['id', 'school_id', 'course_id', 'lesson_id', 'version', 'created_at', 'updated_at']
  return Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name)))
}

/** The content as staff send it: without the names that this version gave its parts. */
export function unnamed(content: QuestionContent): QuestionInput {
  switch (content.kind) {
    case 'single':
    case 'multiple':
      return { ...content, options: content.options.map(({ text, correct }) => ({ text, correct })) }
    case 'match':
      return {
        ...content,
        pairs: content.pairs.map(({ left, right }) => ({ left: left.text, right: right.text })),
        others: content.others.map(({ text }) => text),
      }
    case 'cloze':
      return { ...content, gaps: content.gaps.map(({ accepted }) => ({ accepted })) }
    case 'order':
      return { ...content, items: content.items.map(({ text }) => text) }
    default:
      return content
  }
}

const rows = ({ work, runtime }: At) =>
  runtime.sibling('service', { packageExports }, { school: work.school, requestId: work.origin.requestId })
    .packageExports

/** Hands the bytes over in pieces of one size; returns how many they are. */
async function send(
  id: string,
  stream: NodeJS.ReadableStream,
  at: At,
): Promise<{ pieces: number; size: number }> {
  let [pieces, size, waiting] = [0, 0, Buffer.alloc(0)]
  const add = async (bytes: Buffer) => {
    const path = { id: id as `exp_${string}`, number: String(++pieces) }
    await rows(at).add({ path, body: { content: bytes.toString('base64') } })
    size += bytes.length
  }
  for await (const part of stream) {
    waiting = Buffer.concat([waiting, part as Buffer])
    for (; waiting.length >= pieceBytes; waiting = waiting.subarray(pieceBytes))
      await add(waiting.subarray(0, pieceBytes))
  }
  if (waiting.length > 0) await add(waiting)
  return { pieces, size }
}

async function end(
  id: `exp_${string}`,
  body: { pieces: number; size: number; objects: number; failed: boolean },
  at: At,
): Promise<void> {
  await rows(at).end({ path: { id }, body })
}
