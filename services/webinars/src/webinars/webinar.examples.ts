// Test values for requests about webinars, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

const created = async (school: School) => ({ id: (await school.make('webinars.create')).id })

/** The messages of a webinar with a template of the school. */
async function templated(school: School) {
  const { id } = await school.make('messageTemplates.create')
  return {
    confirmations: true,
    reminder_minutes: [],
    changes: true,
    templates: [{ kind: 'moved', template_id: id }],
  }
}

export const references: Examples = {
  'webinars.create group_id': async school => ({
    body: { title: 'Questions', access: 'group', group_id: (await school.make('groups.create')).id },
  }),
  'webinars.update group_id': async school => ({
    path: await created(school),
    body: { access: 'group', group_id: (await school.make('groups.create')).id },
  }),
  'webinars.create messages.templates.[].template_id': async school => ({
    body: { title: 'Questions', messages: await templated(school) },
  }),
  'webinars.update messages.templates.[].template_id': async school => ({
    path: await created(school),
    body: { messages: await templated(school) },
  }),
}
