// Test values for requests about courses, besides their declared bodies.
import { type Examples, readyFile, type School } from '@lms/testing/examples'

/** A course that students see. */
async function published(school: School) {
  const path = { id: (await school.make('courses.create')).id }
  await school.done('courses.publish', { path, body: { action: 'publish' } })
  return { path }
}

export const examples: Examples = {
  'courses.get': published,
}

export const references: Examples = {
  'courses.create cover_file_id': async school => ({
    body: { title: 'Watercolour', cover_file_id: (await readyFile(school)).id },
  }),
  'courses.change cover_file_id': async school => {
    const [{ id }, file] = await Promise.all([school.make('courses.create'), readyFile(school)])
    return { path: { id }, body: { cover_file_id: file.id } }
  },
}
