// The product's own package of a course: a zip with a manifest and one file for each lesson. Ids in it name things inside
// of the package; files, tags, offers and webinars are those of the school.
import { bodiesOf, id, text } from '@lms/contract'
import { z } from 'zod'
import { Question } from '../../assessment/questions/question.contract.ts'
import { Quiz } from '../../assessment/quizzes/quiz.contract.ts'
import { Assignment } from '../../homework/assignments/assignment.contract.ts'
import { OpeningRules } from '../../study/openings/rule-schema.ts'
import { Course } from '../courses/course.object.ts'
import { completionInput, Lesson } from '../lessons/lesson.contract.ts'

export const manifestPath = 'course.json'
/** Files as they are, each under its id. */
export const filePath = (file: string): string => `files/${file}`
export const lessonPath = (key: string): string => `lessons/${key}.json`

const fields = <S extends z.ZodRawShape>(object: z.ZodObject<S>) => object.shape
const { title, description, cover_file_id, authors, time_zone, after_access, visibility, grade_categories } =
  fields(Course)

export const Manifest = z.object({
  format: z.literal('open-school-course'),
  version: z.literal(1),
  course: z.object({
    ...{ title, description, cover_file_id, authors, time_zone, after_access },
    // Packages of earlier versions do not say who sees the course.
    visibility: visibility.default('everyone'),
    grade_categories: grade_categories.default([]),
  }),
  modules: z
    .array(
      z.object({
        key: id('mod'),
        title: text(200, 1),
        description: text(2000),
        access_rules: OpeningRules,
        lessons: z.array(id('les')).max(500),
      }),
    )
    .max(100),
  /** What the archive has in the place of files of another school. */
  files: z
    .array(z.object({ id: id('fil'), name: text(200, 1), content_type: text(100, 1), alt: text(500) }))
    .max(2000)
    .default([]),
})
export type Manifest = z.output<typeof Manifest>

// Packages of earlier versions and of other products do not say which attempt counts, when reviews are due, and what counts
// in addition.
const quiz = bodiesOf(Quiz, { readOnly: ['course_id', 'lesson_id'] }).create.extend({
  counts: Quiz.shape.counts.default('best'),
  review_hours: Quiz.shape.review_hours.default(72),
  extra_credit: Quiz.shape.extra_credit.default(false),
})
const assignment = bodiesOf(Assignment, { readOnly: ['course_id', 'lesson_id'] }).create.extend({
  extra_credit: Assignment.shape.extra_credit.default(false),
})
const lesson = bodiesOf(Lesson, {
  readOnly: ['course_id', 'module_id', 'position', 'completion_follows', 'has_draft'],
}).create

/** Blocks and questions are checked one by one, so that a bad one is left out and told. */
export const PackedLesson = lesson.extend({
  completion: completionInput().default(null),
  access_rules: OpeningRules,
  blocks: z.array(z.unknown()).max(100),
  quizzes: z.array(quiz.extend({ questions: z.array(z.unknown()).max(200) })).max(20),
  assignments: z.array(assignment).max(20),
})
export type PackedLesson = z.output<typeof PackedLesson>

/** What a question consists of, besides its content. */
export const PackedQuestion = Question.pick({
  label: true,
  points: true,
  all_or_nothing: true,
  explanation: true,
}).extend({ credit: Question.shape.credit.default('by_answer'), content: z.unknown() })
