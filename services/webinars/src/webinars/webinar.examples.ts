// Test values for requests about webinars, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'

export const references: Examples = {
  'webinars.create group_id': async school => ({
    body: { title: 'Questions', access: 'group', group_id: (await school.make('groups.create')).id },
  }),
  'webinars.change group_id': async school => ({
    path: { id: (await school.make('webinars.create')).id },
    body: { access: 'group', group_id: (await school.make('groups.create')).id },
  }),
}
