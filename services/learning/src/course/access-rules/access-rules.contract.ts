import { G, id, M, resource, stamps } from '@lms/contract'
import { z } from 'zod'
import { refusals } from '../../study/openings/course-rules.ts'
import { maxConditions, OpeningRules } from '../../study/openings/rule-schema.ts'
import { closes, closingDryRun } from '../../study/schedule/closing.contract.ts'
import { lessonUpdated } from '../lessons/lesson.contract.ts'

export const LessonAccessRules = z.object({
  id: id('les'),
  version: stamps.version.describe('The version of the lesson.'),
  ...OpeningRules.shape,
})

const example: z.input<typeof OpeningRules> = {
  conditions: [{ kind: 'days_after', from: 'flow_start', days: 7, time: '10:00' }],
  deadline: { kind: 'days_after', from: 'opening', days: 14 },
}
export const lessonAccessRules = resource({
  get: G('GET /v1/lessons/{id}/access-rules', {
    summary: 'Get the rules by which a lesson opens, besides those of its module, and its deadline',
    permission: 'lessons:read',
    returns: LessonAccessRules,
  }),
  set: M('PUT /v1/lessons/{id}/access-rules', {
    summary: `Replace the rules by which a lesson opens, at most ${maxConditions}, and its deadline`,
    permission: 'lessons:write',
    body: OpeningRules.extend({ dry_run: closingDryRun() }),
    example,
    returns: LessonAccessRules.extend({ closes: closes() }),
    refuses: [
      refusals.lessons_circular,
      refusals.rule_lesson_unknown,
      refusals.courses_circular,
      refusals.rule_course_unknown,
    ],
    emits: [lessonUpdated],
  }),
})
