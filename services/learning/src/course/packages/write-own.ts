// The product's own package of a course (`package-format.ts`).
import { withoutPartIds } from '../../assessment/questions/without-part-ids.ts'
import type { CourseContent, LessonContent, Written } from './course-content.ts'
import { filePath, lessonPath, type Manifest, manifestPath } from './package-format.ts'
import { placesOf, withWork } from './work-places.ts'
import { ZipWriting } from './zip-writing.ts'

export function writeOwn(content: CourseContent): Written {
  const { lessons, warnings, files } = content
  const zip = new ZipWriting(content)
  const json = (path: string, value: unknown) => zip.text(path, `${JSON.stringify(value, null, 1)}\n`)
  const stream = zip.streamOf(async () => {
    json(manifestPath, manifestOf(content))
    for (const lesson of lessons)
      json(lessonPath(lesson.id), packedLesson(lesson, await content.lesson(lesson.id)))
    for (const file of files.values()) zip.file(filePath(file.id), file)
  })
  return { stream, warnings, objects: lessons.length }
}

function manifestOf({ course, modules, lessons, files }: CourseContent): Manifest {
  const {
    title,
    description,
    cover_file_id,
    authors,
    time_zone,
    after_access,
    visibility,
    grade_categories,
  } = course
  const ofModule = Map.groupBy(lessons, ({ module_id }) => module_id)
  return {
    ...{ format: 'open-school-course', version: 1 },
    course: {
      title,
      description,
      cover_file_id,
      authors,
      time_zone,
      after_access,
      visibility,
      grade_categories,
    },
    modules: modules.map(({ id, title, description, access_rules }) => ({
      ...{ key: id, title, description, access_rules },
      lessons: (ofModule.get(id) ?? []).map(lesson => lesson.id),
    })),
    files: [...files.values()].map(({ id, name, content_type, alt }) => ({
      ...{ id: id as `fil_${string}`, name, content_type, alt },
    })),
  }
}

function packedLesson(
  row: CourseContent['lessons'][number],
  { blocks, quizzes, assignments }: LessonContent,
) {
  const { title, description, kind, status, duration_seconds, required, access_rules } = row
  const places = placesOf(
    quizzes.map(({ quiz }) => quiz.id),
    assignments.map(({ id }) => id),
  )
  return {
    ...{ title, description, kind, status, duration_seconds, required, access_rules },
    completion: row.completion_follows ? null : row.completion,
    blocks: blocks.flatMap(block => withWork(block, id => places.get(id) ?? null) ?? []),
    quizzes: quizzes.map(({ quiz, questions }) => ({
      ...withoutPlace(quiz),
      questions: questions.map(({ label, points, all_or_nothing, explanation, credit, content }) => ({
        ...{ label, points, all_or_nothing, explanation, credit },
        content: withoutPartIds(content),
      })),
    })),
    assignments: assignments.map(withoutPlace),
  }
}

/** What the body of a request may have. */
function withoutPlace<Row extends object>(row: Row): object {
  const own = ['id', 'school_id', 'course_id', 'lesson_id', 'version', 'created_at', 'updated_at']
  return Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name)))
}
