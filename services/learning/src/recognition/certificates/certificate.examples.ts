// Test values for requests about certificates, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

/** A person who studies a course, and a template. */
async function study(school: School) {
  const { user_id, course_id } = await school.make('enrollments.create')
  const { id: template_id } = await school.make('certificateTemplates.create')
  return { user_id, course_id, template_id }
}

export const examples: Examples = {
  'certificates.create': async school => ({ body: await study(school) }),
}
