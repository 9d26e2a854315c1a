// Test values for requests about forms, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

const tagged = async (school: School) => ({ tag_ids: [(await school.make('tags.create')).id] })

export const references: Examples = {
  'forms.create tag_ids.[]': async school => ({
    body: {
      name: 'Call me back',
      fields: [{ key: 'email', label: 'E-mail', kind: 'email' }],
      ...(await tagged(school)),
    },
  }),
  'forms.update tag_ids.[]': async school => ({
    path: { id: (await school.make('forms.create')).id },
    body: await tagged(school),
  }),
}
