// A course as packages are written from it: its rows at once, the content of its lessons one by one, its files by ranges.
import type { Work } from '@lms/service-host'
import type { Question } from '../../assessment/questions/question.contract.ts'
import type { QuestionRow } from '../../assessment/questions/question.store.ts'
import { filesOfQuestion } from '../../assessment/questions/question-media.ts'
import type { Quiz } from '../../assessment/quizzes/quiz.contract.ts'
import type { Stores } from '../../builder.ts'
import type { Assignment } from '../../homework/assignments/assignment.contract.ts'
import { type BlockContent, filesOf } from '../blocks/block-content.ts'
import type { CourseRow } from '../courses/course.store.ts'
import type { LessonRow } from '../lessons/lesson.store.ts'
import type { ModuleRow } from '../modules/module.store.ts'
import { readFile } from './stored-file.ts'

/** Maximum bytes of all files in a package, and of the package besides them. */
const maxFileBytes = 1024 ** 3
/** Bytes of a file that are read at once. */
const rangeBytes = 2 * 1024 ** 2

export interface ContentFile {
  id: string
  name: string
  content_type: string
  alt: string
  size: number
}

export interface LessonContent {
  blocks: BlockContent[]
  quizzes: { quiz: Quiz; questions: QuestionRow[] }[]
  assignments: Assignment[]
}
export type PackedQuestionRow = Pick<
  Question,
  'id' | 'label' | 'points' | 'all_or_nothing' | 'explanation' | 'credit' | 'content'
>

export interface CourseContent {
  course: CourseRow
  modules: readonly ModuleRow[]
  /** In the order of the course. */
  lessons: readonly LessonRow[]
  /** Of its cover, blocks and questions, in a fixed order. */
  files: ReadonlyMap<string, ContentFile>
  lesson(id: string): Promise<LessonContent>
  bytesOf(file: ContentFile): AsyncGenerator<Buffer>
  /** What had to be left out. */
  warnings: string[]
}

/** A package while it is written. The warnings are whole at the end of the stream. */
export interface Written {
  stream: NodeJS.ReadableStream
  objects: number
  warnings: string[]
}

export async function contentOf(
  courseId: string,
  stores: Stores,
  ctx: Pick<Work, 'work' | 'runtime'>,
): Promise<CourseContent | null> {
  const course = await stores.courses.find(courseId as CourseRow['id'])
  if (!course) return null
  const [modules, ofCourse] = await Promise.all([
    stores.modules.ofCourse(course.id),
    stores.lessons.ofCourse(course.id),
  ])
  const byModule = Map.groupBy(ofCourse, ({ module_id }) => module_id)
  const lessons = modules.flatMap(({ id }) => byModule.get(id) ?? [])
  const warnings: string[] = []
  const fileIds = new Set<string>(course.cover_file_id ? [course.cover_file_id] : [])
  for (const { id } of lessons) {
    const { blocks, quizzes } = await contentOfLesson(id, stores)
    const shown = quizzes.flatMap(({ questions }) =>
      questions.flatMap(({ content }) => filesOfQuestion(content)),
    )
    for (const file of [...blocks.flatMap(filesOf), ...shown]) fileIds.add(file)
  }
  return {
    ...{ course, modules, lessons, warnings },
    files: await described([...fileIds], ctx, warnings),
    lesson: id => contentOfLesson(id, stores),
    bytesOf: file => bytesOf(file, ctx),
  }
}

const blocksOf = async (lesson: string, { blocks }: Stores) =>
  (await blocks.ofLessons([lesson])).toSorted((one, other) => one.position - other.position)

async function contentOfLesson(id: string, stores: Stores): Promise<LessonContent> {
  const [blocks, quizzes, assignments] = await Promise.all([
    blocksOf(id, stores),
    stores.quizzes.ofLesson(id),
    stores.assignments.ofLesson(id),
  ])
  const questionsOf = async (quiz: Quiz) => ({ quiz, questions: await stores.questions.ofQuiz(quiz.id) })
  return {
    blocks: blocks.map(({ content }) => content),
    quizzes: await Promise.all(quizzes.map(questionsOf)),
    assignments,
  }
}

/** What is known of these files, as far as they fit together into a package. */
async function described(
  ids: readonly string[],
  ctx: Pick<Work, 'work' | 'runtime'>,
  warnings: string[],
): Promise<Map<string, ContentFile>> {
  const files = new Map<string, ContentFile>()
  let bytes = 0
  for (const id of ids) {
    const head = await readFile(id, { start: 0, length: 1 }, ctx)
    if (!head) continue
    const { name, content_type, alt, size } = head
    if (files.size < 2000 && bytes + size <= maxFileBytes) {
      bytes += size
      files.set(id, { id, name, content_type, alt, size })
    } else
      warnings.push(`The file “${name}” was left out: the files of a package have at most 1 GiB together.`)
  }
  return files
}

async function* bytesOf(
  { id, size }: ContentFile,
  ctx: Pick<Work, 'work' | 'runtime'>,
): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; start += rangeBytes) {
    const part = await readFile(id, { start, length: rangeBytes }, ctx)
    if (!part || part.size !== size) throw new Error(`The file ${id} was deleted while it was read.`)
    yield part.bytes
  }
}
