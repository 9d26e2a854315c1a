import type { Id } from '@lms/contract'
import { factsOfAchievement } from './achievement.ts'

const id = 'crs_01h455vb4pex5vsknk084sn02q' as Id<'crs'>
const open = {
  id,
  title: 'Oil',
  description: 'Colours. ',
  status: 'published' as const,
  visibility: 'everyone' as const,
}
const issued = { course_title: 'Watercolour' }
const now = { course_id: id, name: 'Oil', description: 'Colours.' }
const then = { course_id: id, name: 'Watercolour', description: 'Watercolour' }

test.each([
  ['published, with a template', open, null, true, now],
  ['published, with a certificate', open, issued, false, now],
  [
    'published, without a description',
    { ...open, description: ' ' },
    issued,
    true,
    { ...now, description: 'Oil' },
  ],
  ['published, without either', open, null, false, null],
  ['a draft with a template', { ...open, status: 'draft' as const }, null, true, null],
  ['withdrawn, with a certificate', { ...open, status: 'draft' as const }, issued, true, then],
  ['archived, with a certificate', { ...open, status: 'archived' as const }, issued, true, then],
  ['for its students, with a template', { ...open, visibility: 'students' as const }, null, true, null],
  ['for its students, with a certificate', { ...open, visibility: 'students' as const }, issued, true, then],
])('a course that is %s', (_, course, certificate, hasTemplate, facts) => {
  expect(factsOfAchievement(course, certificate, hasTemplate)).toEqual(facts)
})
