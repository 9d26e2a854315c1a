// Lessons of a package are written: those that are new get their content, others get theirs anew.
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { copied } from '../copying/copy.rules.ts'
import type { CourseRow } from '../courses/course.store.ts'
import { isWorkedIn, removeWorkOf } from '../deletions/lesson-work.ts'
import { completionOf } from '../lessons/followed-completion.ts'
import type { LessonRow } from '../lessons/lesson.store.ts'
import { addContent } from './add-content.ts'
import { withPresentLessons } from './continue-course.ts'
import type { ImportSource } from './import-source.store.ts'
import type { ReadLesson } from './read-package.ts'
import type { Source } from './source.ts'
import { hashOf, lessonHash } from './source-hash.ts'

interface Writing {
  readonly lesson_id: `les_${string}`
  readonly read: ReadLesson
}

/** Writes the lessons that are still there, of a course that is locked. */
export async function writeLessons(
  writings: readonly Writing[],
  { course, source }: { course: CourseRow; source: Source },
  ctx: Pick<Work, 'work' | 'now'>,
  stores: Stores,
): Promise<void> {
  const { importSources, lessons } = stores
  const origin = hashOf(source.origin)
  const lessonIds = writings.map(({ lesson_id }) => lesson_id)
  const [rows, sources, content] = await Promise.all([
    lessons.many(lessonIds),
    importSources.of(origin),
    importSources.contentOf(lessonIds),
  ])
  const present = new Map<string, LessonRow>(rows.map(row => [row.id, row]))
  const ids = new Map(
    source.manifest.modules
      .flatMap(module => module.lessons)
      .flatMap(key => {
        const importSource = sources.get(source.nameOf(key))
        return importSource ? [[key as string, importSource.object_id] as const] : []
      }),
  )
  const newSources: ImportSource[] = []
  for (const { lesson_id, read } of writings) {
    const row = present.get(lesson_id)
    const importSource = sources.get(source.nameOf(read.key))
    if (!row) continue
    const parts = content.get(lesson_id) ?? []
    const isNew = parts.length === 0 && (importSource?.became ?? '') === ''
    const current = isNew ? row : await cleared(row, { read, importSource, parts, ids }, stores, ctx.now)
    if (!current) continue
    const newParts = addContent(read, { lesson_id, course_id: course.id }, ctx, stores)
    newSources.push({
      ...{ source_id: source.nameOf(read.key), course_id: course.id, object_id: lesson_id },
      ...{ taken: read.taken, became: lessonHash(current, newParts) },
    })
  }
  importSources.note(origin, newSources)
}

interface Clearing {
  readonly read: ReadLesson
  readonly importSource: ImportSource | undefined
  readonly parts: readonly string[]
  readonly ids: ReadonlyMap<string, string>
}

/** The lesson without its content, with what the package says of it; null where somebody has changed it, or worked in it. */
async function cleared(
  row: LessonRow,
  { read, importSource, parts, ids }: Clearing,
  stores: Stores,
  now: string,
): Promise<LessonRow | null> {
  const locked = await stores.lessons.lockIfAny(row.id)
  if (!locked || (importSource?.became && importSource.became !== lessonHash(locked, parts))) return null
  if (await isWorkedIn('lesson_id', row.id, stores)) return null
  stores.blocks.removeOf('lesson_id', row.id)
  removeWorkOf('lesson_id', row.id, stores)
  const { title, description, kind, duration_seconds, required } = read.lesson
  const { access_rules } = copied(
    { access_rules: withPresentLessons(read.lesson.access_rules, ids) },
    ids,
    now,
  )
  const has = { quiz: read.quizzes.length > 0, homework: read.assignments.length > 0 }
  const saved = stores.lessons.save(locked, {
    ...{ title, description, kind, duration_seconds, required, access_rules },
    ...completionOf(read.lesson, has),
  })
  stores.ruleRefs.note(saved, access_rules)
  return saved
}
