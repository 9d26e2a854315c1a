// Test values for requests about certificate templates, besides their declared bodies.
import { type Examples, readyFile, type School } from '@lms/testing/examples'

const place = { x: 0, y: 0, width: 90, height: 90 }
const named = async (school: School) => ({ name: 'Certificate', course_ids: [await courseOf(school)] })
const courseOf = async (school: School) => (await school.make('courses.create')).id as string
const image = async (school: School) => ({
  boxes: [{ kind: 'image', ...place, file_id: (await readyFile(school)).id }],
})
const background = async (school: School) => ({ background_file_id: (await readyFile(school)).id })
const templateOf = async (school: School) => ({
  id: (await school.make('certificateTemplates.create')).id as string,
})

export const references: Examples = Object.fromEntries(
  [
    ['course_ids.[]', named] as const,
    ['background_file_id', background] as const,
    ['boxes.[].file_id', image] as const,
  ].flatMap(([place, fields]) => [
    [
      `certificateTemplates.create ${place}`,
      async (school: School) => ({ body: { name: 'Certificate', ...(await fields(school)) } }),
    ],
    [
      `certificateTemplates.change ${place}`,
      async (school: School) => ({ path: await templateOf(school), body: await fields(school) }),
    ],
  ]),
)
