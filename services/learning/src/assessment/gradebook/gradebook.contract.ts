import { id, LN, resource, timestamp } from '@lms/contract'
import { z } from 'zod'

/** States of a grade. */
export const gradeStates = ['in_review', 'passed', 'failed', 'submitted', 'returned', 'accepted'] as const
export type GradeState = (typeof gradeStates)[number]
/** Maximum grades of a person that the gradebook shows. */
export const maxItems = 300

const hundredths = () => z.int32().min(0).nullable().describe('In hundredths of a point.')

export const GradebookRow = z.object({
  id: id('enr'),
  user_id: id('usr'),
  group_id: id('grp').nullable(),
  percent: z.int().min(0).max(100).describe('The share of required lessons that are completed.'),
  created_at: timestamp(),
  grades: z
    .array(
      z.object({
        item_id: z.union([id('quz'), id('asg')]).describe('The quiz or the homework.'),
        kind: z.enum(['quiz', 'homework']).describe('Whether the grade is of a quiz or of homework.'),
        score: hundredths(),
        max_score: hundredths(),
        status: z
          .enum(gradeStates)
          .describe(
            'Where the grade stands: of a quiz `in_review`, `passed` or `failed`, of homework one of the others.',
          ),
        at: timestamp().describe('When the grade got its status.'),
        curator_id: id('usr').nullable().describe('Who reviewed it.'),
      }),
    )
    .max(maxItems)
    .describe('Those that the person has; of several attempts at a quiz the best one.'),
})

export const gradebooks = resource({
  list: LN('GET /v1/courses/{id}/gradebook', {
    summary: 'List the people of a course with their grades; curators see the members of their groups',
    permission: 'grading:read',
    returns: GradebookRow,
    list: { filters: {}, sorts: ['created_at'] },
  }),
})
