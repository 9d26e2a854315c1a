// A package as it is read, from the plan of its course: names inside of the package are numbers, the same at each reading.
import type { PackedFiles } from '@lms/archive'
import type { OpeningRules } from '../../study/openings/rule-schema.ts'
import { isPart, typeOfFile } from '../formats/media.ts'
import { lessonOfParts } from './foreign-lesson.ts'
import type { Manifest } from './package-format.ts'
import type { PackageReading } from './part-content.ts'
import { type CoursePlan, type LessonPlan, type ModulePlan, withinBounds } from './plan.ts'
import { checkedManifest, type Source } from './source.ts'

const [maxFiles, maxConditions] = [2000, 20]

const makeId = <P extends 'mod' | 'les' | 'fil'>(prefix: P, number: number): `${P}_${string}` =>
  `${prefix}_${String(number).padStart(26, '0')}`
const numberOf = (id: string) => Number(id.slice(id.indexOf('_') + 1))

/** The paths of an archive that can become files of the school. */
export const filePaths = (
  archive: Pick<PackedFiles, 'paths'>,
  names?: ReadonlyMap<string, string>,
): string[] =>
  names
    ? [...names.keys()].slice(0, maxFiles)
    : archive.paths
        .filter(path => !isPart(path) && !/^__MACOSX\/|(?:^|\/)\.DS_Store$/.test(path))
        .slice(0, maxFiles)

/** A package while its source is made: `files` are the paths that can become files of the school. */
export type SourceReading = Omit<PackageReading, 'idOf'> & { files: readonly string[] }

export function planSource(plan: CoursePlan, reading: SourceReading): Source {
  const { origin, title, description, modules, items, notes } = withinBounds(plan)
  const lessons = modules.flatMap(module => module.lessons)
  const keys = new Map(lessons.map((lesson, index) => [lesson, makeId('les', index)]))
  const paths = reading.files
  const idOf = new Map(paths.map((path, index) => [path, makeId('fil', index)]))
  const manifest: Manifest = {
    ...{ format: 'open-school-course', version: 1 },
    course: {
      ...{ title: title.slice(0, 200) || 'Imported course', description, cover_file_id: null },
      ...{ authors: [], time_zone: null, after_access: 'nothing' as const, visibility: 'everyone' as const },
      grade_categories: [],
    },
    modules: modules.map((module, index) => ({
      ...{ key: makeId('mod', index), title: module.title, description: module.description },
      access_rules: rulesOf(module, keys, firstKeyOf(module, keys)),
      lessons: module.lessons.map(lesson => keys.get(lesson)!),
    })),
    files: paths.map((path, index) => ({
      ...{ id: makeId('fil', index), name: reading.nameOf(path).slice(0, 200) || 'file' },
      ...{ content_type: typeOfFile(reading.nameOf(path)), alt: '' },
    })),
  }
  const names = namesOf(modules, keys)
  const course = { kind: 'course' as const, name: title, notes: [...notes], isThere: true }
  const ofModules = modules.map(module => ({
    ...{ kind: 'module' as const, name: module.title, notes: module.notes, isThere: true },
  }))
  return {
    origin,
    nameOf: key => names.get(key) ?? (key.startsWith('fil_') ? (paths[numberOf(key)] ?? key) : key),
    manifest: checkedManifest(manifest),
    items: [course, ...ofModules, ...items],
    pathOf: file => paths[numberOf(file)] ?? '',
    placeOf: key => lessons[numberOf(key)]!.title.slice(0, 120),
    lesson: key => {
      const lesson = lessons[numberOf(key)]!
      return lessonOfParts(lesson, rulesOf(lesson, keys, key), { ...reading, idOf })
    },
  }
}

/** The names of modules and lessons in their source, by their keys: the keys count them, and change with what is added. */
function namesOf(modules: readonly ModulePlan[], keys: ReadonlyMap<LessonPlan, string>): Map<string, string> {
  const used = new Map<string, number>()
  const unique = (name: string) => {
    const times = (used.get(name) ?? 0) + 1
    used.set(name, times)
    return times === 1 ? name : `${name} #${times}`
  }
  return new Map(
    modules.flatMap((module, index) => [
      [makeId('mod', index), unique(`module ${module.id || module.title}`)] as const,
      ...module.lessons.map(lesson => {
        const parts = lesson.parts.map(({ id }) => id).filter(Boolean)
        return [keys.get(lesson)!, unique(`lesson ${parts.join(' ') || lesson.title}`)] as const
      }),
    ]),
  )
}

const firstKeyOf = ({ lessons }: ModulePlan, keys: ReadonlyMap<LessonPlan, string>) =>
  lessons[0] ? keys.get(lessons[0])! : ''

/** Opening rules that wait for lessons before this one: others could wait for each other. */
function rulesOf(
  { after, unlockAt }: Pick<LessonPlan, 'after' | 'unlockAt'>,
  keys: ReadonlyMap<LessonPlan, `les_${string}`>,
  own: string,
): OpeningRules {
  const before = [...new Set(after.flatMap(lesson => keys.get(lesson) ?? []))].filter(key => key < own)
  const lessons = before
    .slice(-(maxConditions - 1))
    .map(lesson_id => ({ kind: 'after_lesson' as const, lesson_id }))
  const date = unlockAt ? [{ kind: 'date' as const, at: unlockAt }] : []
  return { conditions: [...date, ...lessons], deadline: null }
}
