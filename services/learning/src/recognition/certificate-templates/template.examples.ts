// Test values for requests about certificate templates, besides their declared bodies.
import { type Examples, readyFile, type School } from '@lms/testing/examples'

const frame = { x: 0, y: 0, width: 90, height: 90 }
const makeFields = async (school: School) => ({ name: 'Certificate', course_ids: [await courseOf(school)] })
const courseOf = async (school: School) => (await school.make('courses.create')).id as string
const image = async (school: School) => ({
  boxes: [{ kind: 'image', ...frame, file_id: (await readyFile(school)).id }],
})
const background = async (school: School) => ({ background_file_id: (await readyFile(school)).id })
const templateOf = async (school: School) => ({
  id: (await school.make('certificateTemplates.create')).id as string,
})

export const references: Examples = Object.fromEntries(
  [
    ['course_ids.[]', makeFields] as const,
    ['background_file_id', background] as const,
    ['boxes.[].file_id', image] as const,
  ].flatMap(([path, fields]) => [
    [
      `certificateTemplates.create ${path}`,
      async (school: School) => ({ body: { name: 'Certificate', ...(await fields(school)) } }),
    ],
    [
      `certificateTemplates.update ${path}`,
      async (school: School) => ({ path: await templateOf(school), body: await fields(school) }),
    ],
  ]),
)
