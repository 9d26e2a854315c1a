// A course of a package that is not here yet: its modules and lessons, without their content.
import { maxOf, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { copied, newIdsFor } from '../copying/copy.rules.ts'
import { courseCreated, courseRoom } from '../courses/course.contract.ts'
import { courseSource, lessonSource, moduleSource } from './import-sources.ts'
import type { ImportState } from './package.task.ts'
import { waitingFiles } from './packed-files.ts'
import type { Source } from './source.ts'
import { hashOf } from './source-hash.ts'
import type { WholeCourse } from './whole-course.ts'

type Emitting = Pick<Work<typeof courseCreated>, 'work' | 'runtime' | 'now' | 'emit'>

/** Makes the course with its modules and lessons, without their content. */
export async function beginCourse(
  { manifest, lessons: cards, files }: WholeCourse,
  source: Source,
  { emit, now }: Emitting,
  stores: Stores,
): Promise<{ state: ImportState }> {
  const { courses, modules, lessons, importSources, ruleRefs } = stores
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
  const idOf = (key: string) => ids.get(key)!
  importSources.note(hashOf(source.origin), [
    courseSource(createdCourse, manifest),
    ...manifest.modules.map((module, index) => moduleSource(module, modulesOf[index]!, source)),
    ...keys.map(key => lessonSource(key, { course_id, id: idOf(key) }, source)),
  ])
  emit(courseCreated, createdCourse)
  const state = {
    course_id,
    fill: null,
    lessons: lessonsOf.map(({ id }) => id),
    done: 0,
    files: waitingFiles(files),
  }
  return { state: { ...state, cover: cover && files.has(cover) ? cover : null } }
}
