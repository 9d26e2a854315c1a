// What of a package is here already: nothing that was changed here, or that people have worked in, is changed by it.
import { ArchiveRefused } from '@lms/archive'
import type { Stores } from '../../builder.ts'
import type { CourseRow } from '../courses/course.store.ts'
import { isWorkedIn } from '../deletions/lesson-work.ts'
import type { LessonRow } from '../lessons/lesson.store.ts'
import type { ModuleRow } from '../modules/module.store.ts'
import type { ImportSource } from './import-source.store.ts'
import { ofCourse } from './import-sources.ts'
import type { Telling } from './read-package.ts'
import type { FoundItem } from './report.ts'
import type { Source } from './source.ts'
import { hashOf, lessonHash } from './source-hash.ts'

/** What becomes of a lesson of the package. */
type Fate = 'new' | 'changed' | 'same' | 'kept' | 'deleted'

/** Milliseconds after which an import that writes a course is taken for ended. */
const longestPause = 600_000

const notes = {
  new: [],
  changed: ['it is here already: what the package has now takes its place'],
  same: [],
  kept: ['it stays as it is here'],
  deleted: ['its lesson was deleted here, and is not made again'],
} satisfies Record<Fate, string[]>

/** The course that a former package of this source became; null where there is none. */
export async function hereAlready(source: Source, stores: Stores, now: string): Promise<HereAlready | null> {
  const sources = await stores.importSources.of(hashOf(source.origin))
  const own = sources.get(ofCourse)
  const course = own && (await stores.courses.find(own.course_id))
  if (!course) return null
  const { building, updated_at } = course
  const isBeingWritten = building !== null && building.done < building.total
  const rest = Date.parse(now) - Date.parse(updated_at)
  if (isBeingWritten && rest < longestPause)
    throw new ArchiveRefused(
      'Another import is writing this course. Import the package again when it has ended.',
    )
  const [modules, lessons] = await Promise.all([
    stores.modules.ofCourse(course.id),
    stores.lessons.ofCourse(course.id),
  ])
  const content = await stores.importSources.contentOf(lessons.map(({ id }) => id))
  return new HereAlready({ course, modules, lessons, content, sources, source, stores })
}

interface Known {
  readonly course: CourseRow
  readonly modules: readonly ModuleRow[]
  readonly lessons: readonly LessonRow[]
  readonly content: ReadonlyMap<string, string[]>
  readonly sources: ReadonlyMap<string, ImportSource>
  readonly source: Source
  readonly stores: Stores
}

export class HereAlready {
  readonly #known: Known
  readonly #fates = new Map<string, Fate>()
  readonly #counts = { created: 0, updated: 0 }

  constructor(known: Known) {
    this.#known = known
  }

  get course(): CourseRow {
    return this.#known.course
  }
  get modules(): readonly ModuleRow[] {
    return this.#known.modules
  }
  get lessons(): readonly LessonRow[] {
    return this.#known.lessons
  }
  /** Items of lessons that are new, or changed. */
  get counts(): { readonly created: number; readonly updated: number } {
    return this.#counts
  }

  /** What is noted of a module or lesson of the package, or of the course. */
  sourceOf(key: string): ImportSource | undefined {
    return this.#known.sources.get(key === ofCourse ? key : this.#known.source.nameOf(key))
  }

  /** Whether the content of a lesson is to be written. */
  isWritten(key: string): boolean {
    const fate = this.#fates.get(key)
    return fate === 'new' || fate === 'changed'
  }
  isNew(key: string): boolean {
    return this.#fates.get(key) === 'new'
  }

  readonly tellsOf: Telling = async ({ key, taken, count, title }, items) => {
    const { fate, why } = await this.#fateOf(key, taken)
    this.#fates.set(key, fate)
    if (fate === 'new') this.#counts.created += count
    if (fate === 'changed') this.#counts.updated += count
    const fateNotes = notes[fate]
    const ofLesson: FoundItem[] = why ? [{ kind: 'lesson', name: title, notes: [why], isThere: true }] : []
    return [
      ...ofLesson,
      ...items.map(item => ({
        ...item,
        notes: item.isThere ? [...fateNotes, ...item.notes] : item.notes,
        isThere: item.isThere && fate !== 'deleted',
      })),
    ]
  }

  async #fateOf(key: string, taken: string): Promise<{ fate: Fate; why?: string }> {
    const importSource = this.sourceOf(key)
    if (!importSource) return this.#fateOfNew(key)
    const lesson = this.lessons.find(({ id }) => id === importSource.object_id)
    if (!lesson) return { fate: 'deleted' }
    if (importSource.taken === taken) return { fate: 'same' }
    if (importSource.became === '') return { fate: 'changed' }
    if (importSource.became !== lessonHash(lesson, this.#known.content.get(lesson.id) ?? []))
      return { fate: 'kept', why: 'it has changed here and in the package: it stays as it is here' }
    const why = await this.#inUse(lesson.id)
    return why ? { fate: 'kept', why } : { fate: 'changed' }
  }

  /** A lesson that is new stands in its module, unless that was deleted here. */
  #fateOfNew(key: string): { fate: Fate } {
    const module = this.#known.source.manifest.modules.find(({ lessons }) => lessons.includes(key as never))
    const importSource = module && this.sourceOf(module.key)
    const isGone = importSource && !this.modules.some(({ id }) => id === importSource.object_id)
    return { fate: isGone ? 'deleted' : 'new' }
  }

  /** Why the content of a lesson cannot be written anew: it would go with what hangs on it. */
  async #inUse(lessonId: string): Promise<string | null> {
    const { stores } = this.#known
    const [isWorked, namingWork, drawing] = await Promise.all([
      isWorkedIn('lesson_id', lessonId, stores),
      stores.ruleRefs.namingWorkOf(lessonId),
      stores.quizzes.drawingFrom('lesson_id', lessonId),
    ])
    if (isWorked)
      return 'it has changed in the package, and people have worked in it here: it stays as it is here'
    if (namingWork.length || drawing.length)
      return 'it has changed in the package, and opening rules or draws here name its quizzes or homework: it stays as it is here'
    return null
  }

  /** Lessons that are here, and not in the package any more. */
  get missing(): FoundItem[] {
    const { sources, source } = this.#known
    const there = new Set(
      source.manifest.modules.flatMap(({ key, lessons }) =>
        [key, ...lessons].map(each => source.nameOf(each)),
      ),
    )
    return [...sources.values()].flatMap(({ source_id, object_id }) => {
      const lesson = there.has(source_id) ? undefined : this.lessons.find(({ id }) => id === object_id)
      const note = 'the package has it no more: it stays here'
      return lesson ? [{ kind: 'lesson' as const, name: lesson.title, notes: [note], isThere: true }] : []
    })
  }
}
