// Test values for requests about events of the journal, besides their declared bodies.
import { eventually } from '@lms/testing'
import { type Examples, on, type School } from '@lms/testing/examples'

/** An event of the school, once the journal has it. */
async function event(school: School): Promise<{ id: string }> {
  const { id } = await school.make('users.create')
  return eventually('the event of a new person', async () => {
    const { data } = await school.done('events.list', { query: `?object_id=${id}` })
    return data[0]
  })
}

export const examples: Examples = {
  'events.get': on(event),
  'events.replay': on(event),
}

export const references: Examples = {
  'events.replayMany cancel': async school => ({
    body: { cancel: (await school.done('events.replayMany', { body: { types: ['webinar.*'] } })).id },
  }),
  'events.replayMany webhook_id': async school => ({
    body: { types: ['webinar.*'], dry_run: true, webhook_id: (await school.make('webhooks.create')).id },
  }),
}
