// A ready file with people for each import.
import { type Examples, type School, unique } from '@lms/testing/examples'

async function fileOfPeople(school: School): Promise<string> {
  const bytes = Buffer.from(`email\n${unique()}@school.org\n`)
  const { id, upload } = await school.make('files.start', {
    name: 'people.csv',
    content_type: 'text/csv',
    size: bytes.length,
  })
  await school.put(upload.parts[0], bytes)
  await school.done('files.complete', { path: { id } })
  return id
}

const body = async (school: School) => ({ file_id: await fileOfPeople(school), mapping: null })

export const examples: Examples = {
  'imports.create': async school => ({ body: await body(school) }),
}

export const references: Examples = {
  'imports.create add.tags.[]': async school => {
    const { id } = await school.make('tags.create', { name: unique() })
    return { body: { ...(await body(school)), add: { tags: [id] } } }
  },
  'imports.create add.groups.[]': async school => {
    const { id } = await school.make('groups.create')
    return { body: { ...(await body(school)), add: { groups: [id] } } }
  },
}
