// The same package again: what is new in it is added, and what nobody has changed here follows it.
import { ArchiveRefused } from '@lms/archive'
import { maxOf, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { lessonsOf, type OpeningRules } from '../../study/openings/rule-schema.ts'
import { copied } from '../copying/copy.rules.ts'
import { courseUpdated } from '../courses/course.contract.ts'
import type { CourseRow } from '../courses/course.store.ts'
import { lessonRoom } from '../lessons/lesson.contract.ts'
import type { LessonRow } from '../lessons/lesson.store.ts'
import { moduleRoom } from '../modules/module.contract.ts'
import type { ModuleRow } from '../modules/module.store.ts'
import type { HereAlready } from './here-already.ts'
import {
  becameOfCourse,
  becameOfModule,
  courseSource,
  lessonSource,
  moduleSource,
  ofCourse,
  takenOfCourse,
  takenOfModule,
} from './import-sources.ts'
import type { ImportState } from './package.task.ts'
import { waitingFiles } from './packed-files.ts'
import type { Source } from './source.ts'
import { hashOf } from './source-hash.ts'
import type { WholeCourse } from './whole-course.ts'

type Emitting = Pick<Work<typeof courseUpdated>, 'work' | 'runtime' | 'now' | 'emit'>
type Card = WholeCourse['lessons'] extends Map<string, infer C> ? C : never

const [maxModules, maxLessons] = [maxOf(moduleRoom)!.most, maxOf(lessonRoom)!.most]

/** The rows of a course here, and the ids of all that the package names. */
interface Continued {
  readonly course: CourseRow
  readonly ids: Map<string, string>
  readonly modules: ModuleRow[]
  readonly lessons: LessonRow[]
}

/** Adds what is new, and begins to write what is to change; null where nothing is. */
export async function continueCourse(
  whole: WholeCourse & { readonly here: HereAlready },
  source: Source,
  ctx: Emitting,
  stores: Stores,
): Promise<{ state: ImportState } | null> {
  const { manifest, here, files, lessons: cards } = whole
  const course = await stores.courses.lockFor(here.course.id)
  if (!course) throw new ArchiveRefused('The course was deleted meanwhile. Import the package again.')
  const keys = manifest.modules.flatMap(module => module.lessons)
  const fill = keys.filter(key => here.isWritten(key))
  const ids = knownIds(whole, keys)
  const added = addNew(whole, { course, ids }, source, ctx, stores)
  const changedModules = changeModules(whole, { course, ids }, source, stores)
  const changedCourse = changeCourse(whole, course, source, stores)
  if (fill.length === 0 && added + changedModules === 0 && changedCourse === course) return null
  const building = { done: 0, total: fill.length, problems: [] }
  const saved = fill.length ? stores.courses.save(changedCourse, { building }) : changedCourse
  if (fill.length === 0) ctx.emit(courseUpdated, saved, { previous: course })
  for (const key of fill) if (!cards.has(key)) throw new Error(`The lesson ${key} was not read.`)
  return {
    state: {
      ...{
        course_id: course.id,
        done: 0,
        files: waitingFiles(files),
        cover: null,
        fill: fill as `les_${string}`[],
      },
      lessons: fill.map(key => ids.get(key) as `les_${string}`),
    },
  }
}

/** The ids here of what the package names, and new ones of what is new. */
function knownIds({ manifest, here }: WholeCourse & { here: HereAlready }, keys: readonly string[]) {
  const ids = new Map<string, string>()
  for (const key of [...manifest.modules.map(({ key }) => key), ...keys]) {
    const source = here.sourceOf(key)
    if (source) ids.set(key, source.object_id)
    else if (here.isNew(key)) ids.set(key, newId('les'))
  }
  return ids
}

/** Adds lessons to their modules, behind what is there, and modules behind all others. Gives how many were added. */
function addNew(
  { manifest, here, lessons: cards }: WholeCourse & { here: HereAlready },
  { course, ids }: Pick<Continued, 'course' | 'ids'>,
  source: Source,
  { now }: Emitting,
  stores: Stores,
): number {
  const { modules, lessons, importSources, ruleRefs } = stores
  const newModules: ModuleRow[] = []
  const newLessons: LessonRow[] = []
  const sources = []
  const { school_id, id: course_id } = course
  for (const module of manifest.modules) {
    const own = module.lessons.filter(key => here.isNew(key))
    if (own.length === 0) continue
    if (!ids.has(module.key)) {
      ids.set(module.key, newId('mod'))
      const { key, title, description } = module
      const access_rules = withPresentLessons(module.access_rules, ids)
      const position = here.modules.length + newModules.length + 1
      const row = copied(
        { ...modules.fresh(key), ...{ school_id, course_id, title, description, access_rules, position } },
        ids,
        now,
      )
      newModules.push(row)
      sources.push(moduleSource(module, row, source))
    }
    const module_id = ids.get(module.key) as ModuleRow['id']
    // A lesson may have been moved to another module here: those that are there count.
    const before = here.lessons.filter(lesson => lesson.module_id === module_id).length
    for (const [index, key] of own.entries()) {
      const card: Card = cards.get(key)!
      const fields = { school_id, course_id, module_id, position: before + index + 1, has_draft: false }
      const row = {
        ...lessons.fresh(key),
        ...card,
        access_rules: withPresentLessons(card.access_rules, ids),
        ...fields,
      }
      newLessons.push(copied(row, ids, now))
      sources.push(lessonSource(key, { course_id, id: ids.get(key)! }, source))
    }
  }
  if (here.modules.length + newModules.length > maxModules)
    throw new ArchiveRefused(`A course has at most ${maxModules} modules.`)
  if (here.lessons.length + newLessons.length > maxLessons)
    throw new ArchiveRefused(`A course has at most ${maxLessons} lessons.`)
  modules.insertAll(newModules)
  lessons.insertAll(newLessons)
  for (const row of [...newModules, ...newLessons])
    if (row.access_rules.conditions.length) ruleRefs.note(row, row.access_rules)
  importSources.note(hashOf(source.origin), sources)
  return sources.length
}

/** The rules without lessons that are not here any more. */
export const withPresentLessons = (rules: OpeningRules, ids: ReadonlyMap<string, string>): OpeningRules => ({
  ...rules,
  conditions: rules.conditions.filter(condition => lessonsOf(condition).every(id => ids.has(id))),
})

/** Modules that have changed there, and not here. Gives how many. */
function changeModules(
  { manifest, here }: WholeCourse & { here: HereAlready },
  { ids }: Pick<Continued, 'course' | 'ids'>,
  source: Source,
  { modules, importSources, ruleRefs }: Stores,
): number {
  const sources = manifest.modules.flatMap(module => {
    const importSource = here.sourceOf(module.key)
    const row = here.modules.find(({ id }) => id === importSource?.object_id)
    if (!importSource || !row || importSource.taken === takenOfModule(module, source)) return []
    if (importSource.became !== becameOfModule(row)) return []
    const { title, description } = module
    const { access_rules } = copied(
      { access_rules: withPresentLessons(module.access_rules, ids) },
      ids,
      row.updated_at,
    )
    const saved = modules.save(row, { title, description, access_rules })
    ruleRefs.note(saved, access_rules)
    return [moduleSource(module, saved, source)]
  })
  importSources.note(hashOf(source.origin), sources)
  return sources.length
}

/** The title and the description of the course, where they have changed there, and not here. */
function changeCourse(
  { manifest, here }: WholeCourse & { here: HereAlready },
  course: CourseRow,
  source: Source,
  { courses, importSources }: Stores,
): CourseRow {
  const importSource = here.sourceOf(ofCourse)
  if (
    !importSource ||
    importSource.taken === takenOfCourse(manifest) ||
    importSource.became !== becameOfCourse(course)
  )
    return course
  const { title, description } = manifest.course
  const saved = courses.save(course, { title, description })
  importSources.note(hashOf(source.origin), [courseSource(saved, manifest)])
  return saved
}
