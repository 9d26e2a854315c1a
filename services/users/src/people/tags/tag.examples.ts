// Test values for requests about tags, besides their declared bodies.
import { type Build, type Examples, unique } from '@lms/testing/examples'

const taggedUser: Build = async school => {
  const [{ id }, { name }] = await Promise.all([school.make('users.create'), school.make('tags.create')])
  return { path: { id }, body: { tags: [name] } }
}

export const examples: Examples = {
  'tags.create': () => ({ body: { name: unique() } }),
  'tags.update': async school => ({
    path: { id: (await school.make('tags.create')).id },
    body: { name: unique() },
  }),
  'personTags.list': async school => {
    const example = await taggedUser(school)
    await school.done('personTags.add', example)
    return { path: example.path! }
  },
  'personTags.add': taggedUser,
  'personTags.replace': taggedUser,
  'personTags.delete': taggedUser,
}

export const references: Examples = {
  'tags.update merge_into': async school => ({
    path: { id: (await school.make('tags.create')).id },
    body: { merge_into: (await school.make('tags.create')).id },
  }),
}
