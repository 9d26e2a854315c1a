// A lesson that students see, for the test values of requests.
import type { School } from '@lms/testing/examples'

/** A published lesson with a block, in a published course. */
export async function publishedLesson(
  school: School,
): Promise<{ id: string; module_id: string; course_id: string }> {
  const lesson = await school.make('lessons.create', { status: 'published' })
  await school.done('lessonBlocks.create', {
    path: { id: lesson.id },
    body: { content: { kind: 'text', html: '<p>Wet the paper first.</p>' } },
  })
  await school.done('publications.publish', {
    path: { id: lesson.course_id },
    body: { action: 'publish' },
  })
  return lesson
}
