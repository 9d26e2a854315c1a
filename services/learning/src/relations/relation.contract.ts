// What lists show beside the ids of people, courses and lessons with `expand`: their names.
import { id, personal, text } from '@lms/contract'
import { z } from 'zod'

export const PersonName = z.object({
  id: id('usr'),
  first_name: personal(text(100)).describe('The first name; empty if the school has none.'),
  last_name: personal(text(100)).describe('The last name; empty if the school has none.'),
})
export type PersonName = z.infer<typeof PersonName>

export const CourseTitle = z.object({ id: id('crs'), title: text(200).describe('The title of the course.') })
export const LessonTitle = z.object({ id: id('les'), title: text(200).describe('The title of the lesson.') })

/** A person beside this key: whoever may read the list reads the names in it. */
export const personBy = <P extends string>(key: string, permission: P) => ({
  key,
  permission,
  returns: PersonName,
})
export const byCourse = { key: 'course_id', permission: 'courses:read', returns: CourseTitle } as const
export const byLesson = { key: 'lesson_id', permission: 'lessons:read', returns: LessonTitle } as const
