// Test values for requests about calendars, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'
import { studiedLesson } from '../../testing/published-lesson.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

export const examples: Examples = {
  'calendar.list': async school => {
    const { id } = await studiedLesson(school)
    await school.done('lessonAccessRules.set', {
      path: { id },
      body: {
        conditions: [{ kind: 'date', at: inDays(10) }],
        deadline: { kind: 'date', at: inDays(20) },
      },
    })
    return {}
  },
}
