import { id, LN, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { personBy } from '../../relations/relation.contract.ts'
import { maxPercent } from './total.rules.ts'

/** States of a grade. */
export const gradeStates = ['in_review', 'passed', 'failed', 'submitted', 'returned', 'accepted'] as const
export type GradeState = (typeof gradeStates)[number]
/** Maximum grades of a person that the gradebook shows. */
export const maxItems = 300

const hundredths = () => z.int32().min(0).nullable().describe('In hundredths of a point.')

const percent = (what: string) => z.number().min(0).max(maxPercent).nullable().describe(what)

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
    .describe('Those that the person has; of several attempts at a quiz what `counts` of the quiz says.'),
  total: z
    .object({
      current: percent(
        'Over what is graded by now, in percent with two decimals; null while nothing is. Above 100 by extra credit.',
      ),
      final: percent('The same with nothing for what has no grade; null if nothing counts.'),
    })
    .describe(
      'The result of the quizzes, and of the homework with points, of published lessons. In a category each counts alike, by the share of its points, without the lowest ones that are dropped; the categories count by their weights. What an override excuses does not count.',
    ),
})

export const gradebooks = resource({
  list: LN('GET /v1/courses/{id}/gradebook', {
    summary: 'List the people of a course with their grades; curators see the people assigned to them',
    permission: 'grading:read',
    returns: GradebookRow,
    list: { filters: {}, sorts: ['created_at'], expands: { user: personBy('user_id', 'grading:read') } },
  }),
})
