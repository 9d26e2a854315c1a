// What is noted of the parts of a course: from where they come, what was taken, and what it became here. Pure.
import type { CourseRow } from '../courses/course.store.ts'
import type { ModuleRow } from '../modules/module.store.ts'
import type { ImportSource } from './import-source.store.ts'
import type { Manifest } from './package-format.ts'
import type { Source } from './source.ts'
import { hashOf, takenHash } from './source-hash.ts'

export const ofCourse = 'course'
type ModuleFields = Manifest['modules'][number]

export const takenOfCourse = ({ course: { title, description } }: Manifest): string =>
  hashOf([title, description])
export const becameOfCourse = ({ title, description }: Pick<CourseRow, 'title' | 'description'>): string =>
  hashOf([title, description])
export const takenOfModule = ({ title, description, access_rules }: ModuleFields, source: Source): string =>
  takenHash([title, description, access_rules], key => source.nameOf(key))
export const becameOfModule = ({
  title,
  description,
  access_rules,
}: Pick<ModuleRow, 'title' | 'description' | 'access_rules'>): string =>
  hashOf([title, description, access_rules])

export const courseSource = (row: CourseRow, manifest: Manifest): ImportSource => ({
  ...{ source_id: ofCourse, course_id: row.id, object_id: row.id },
  ...{ taken: takenOfCourse(manifest), became: becameOfCourse(row) },
})
export const moduleSource = (module: ModuleFields, row: ModuleRow, source: Source): ImportSource => ({
  ...{ source_id: source.nameOf(module.key), course_id: row.course_id, object_id: row.id },
  ...{ taken: takenOfModule(module, source), became: becameOfModule(row) },
})
/** Of a lesson whose content is still to be written. */
export const lessonSource = (
  key: string,
  { course_id, id }: { course_id: string; id: string },
  source: Source,
): ImportSource => ({
  ...{ source_id: source.nameOf(key), course_id, object_id: id },
  ...{ taken: '', became: '' },
})
