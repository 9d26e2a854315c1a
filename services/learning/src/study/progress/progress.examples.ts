// Test values for requests about progress, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'
import { publishedLesson } from '../../testing/published-lesson.ts'

/** A person with access to the course of a published lesson. */
async function study(school: School) {
  const lesson = await publishedLesson(school)
  const { user_id } = await school.make('accesses.create', { course_id: lesson.course_id })
  return { lesson, user_id: user_id as string }
}

async function completion(school: School) {
  const { lesson, user_id } = await study(school)
  return { path: { id: lesson.id }, body: { user_id } }
}

export const examples: Examples = {
  'progress.report': async school => {
    const { lesson, user_id } = await study(school)
    const blocks = await school.done('lessonBlocks.create', {
      path: { id: lesson.id },
      body: { content: { kind: 'text', html: '<p>Let it dry.</p>' } },
    })
    return { onBehalfOf: user_id, body: { reports: [{ block_id: blocks.id, segments: [] }] } }
  },
  'progress.reset': async school => {
    const { lesson, user_id } = await study(school)
    const { course_id } = await school.make('enrollments.create', { user_id, course_id: lesson.course_id })
    return { body: { user_id, course_id } }
  },
  'lessonCompletions.complete': completion,
  'lessonCompletions.undo': async school => {
    const marked = await completion(school)
    await school.done('lessonCompletions.complete', marked)
    return marked
  },
}
