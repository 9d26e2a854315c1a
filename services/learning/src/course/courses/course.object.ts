import { distinct, id, oneOf, reference, stamps, statusOf, text, timestamp, timeZone } from '@lms/contract'
import { z } from 'zod'
import { GradeCategory, maxCategories } from '../../assessment/gradebook/grade-category.ts'
import { courseLifecycle } from './course.lifecycle.ts'

/** States of a file in which nothing can show it. */
export const unreadyFile = ['uploading', 'checking', 'rejected'] as const

const maxAuthors = 20
/** Maximum problems that the copy of a course lists. */
export const maxCopyProblems = 50

export const Course = z.object({
  id: id('crs'),
  title: text(200, 1)
    .meta({ examples: ['Watercolour for beginners'] })
    .describe('Shown in lists, on the page of the course and on certificates.'),
  description: text(10_000).describe('Shown to people who may study the course.'),
  cover_file_id: reference(['fil'], { except: unreadyFile })
    .nullable()
    .describe('The picture of the course: a ready file.'),
  authors: distinct(text(200, 1), maxAuthors).describe('The names of its authors, as students read them.'),
  time_zone: timeZone()
    .nullable()
    .describe('The zone in which its lessons open and its deadlines end; null for the zone of the school.'),
  after_access: oneOf(['nothing', 'opened_lessons']).describe(
    'What a person still reads after the last access has ended: nothing, or the lessons that had opened.',
  ),
  visibility: oneOf(['everyone', 'students']).describe(
    'Who sees the course while it is published: everyone, in the catalogue, too; or only those who study it, or have studied it.',
  ),
  grade_categories: z
    .array(GradeCategory)
    .max(maxCategories)
    .describe(
      'The categories of the gradebook, by whose weights the total counts. Without any all quizzes and homework count alike.',
    ),
  status: statusOf(courseLifecycle).describe(
    'Students see a published course, and an archived one that they study: nobody new begins it.',
  ),
  published_at: timestamp().nullable().describe('When it was last published.'),
  building: z
    .object({
      done: z
        .int32()
        .min(0)
        .describe('The number of lessons that the copy has passed; `problems` says what it left out.'),
      total: z.int32().min(0).describe('The number of lessons to copy.'),
      problems: z.array(text(300)).max(maxCopyProblems).describe('What the copy could not take over.'),
    })
    .nullable()
    .describe('How far the copy of another course is; null for a course that is no copy.'),
  ...stamps,
})
export type Course = z.infer<typeof Course>
