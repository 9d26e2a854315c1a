// A lesson that students see, for the test values of requests.
import type { School } from '@lms/testing/examples'

interface PublishedLesson {
  id: string
  module_id: string
  course_id: string
  block_id: string
}

/** A published lesson with a block, in a published course. */
export async function publishedLesson(school: School): Promise<PublishedLesson> {
  const lesson = await school.make('lessons.create', { status: 'published' })
  const block = await school.done('lessonBlocks.create', {
    path: { id: lesson.id },
    body: { content: { kind: 'text', html: '<p>Wet the paper first.</p>' } },
  })
  await school.done('publications.publish', {
    path: { id: lesson.course_id },
    body: { action: 'publish' },
  })
  return { ...lesson, block_id: block.id }
}

/** The same, open to somebody who studies the course. */
export async function studiedLesson(school: School): Promise<PublishedLesson & { user_id: string }> {
  const lesson = await publishedLesson(school)
  const { user_id, course_id } = await school.make('accesses.create', { course_id: lesson.course_id })
  await school.done('enrollments.create', { body: { user_id, course_id } })
  return { ...lesson, user_id }
}
