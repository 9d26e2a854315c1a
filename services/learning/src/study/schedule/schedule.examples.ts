// Test values for requests about schedules, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'
import { studiedLesson } from '../../testing/published-lesson.ts'

export const examples: Examples = {
  'lessonSchedule.list': async school => {
    // Two, so that there is a second page.
    await studiedLesson(school)
    await studiedLesson(school)
    return {}
  },
}
