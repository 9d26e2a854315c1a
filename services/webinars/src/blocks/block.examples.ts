// Test values for requests about blocks of rooms, besides their declared bodies.
import { type Example, type Examples, type School, unique } from '@lms/testing/examples'

/** A block of the room of a new session, with a key of its own. */
async function inSession(school: School, fields: object): Promise<Example> {
  const { session_id } = await school.make('webinarRegistrations.create')
  const block = { key: `b-${unique()}`, title: 'Next', ...fields }
  return { path: { id: session_id }, body: block }
}
const poll = { kind: 'poll', options: ['Daily', 'Weekly'] }

export const examples: Examples = {
  'roomBlocks.list': async school => ({ path: (await inSession(school, poll)).path! }),
  'roomBlocks.put': school => inSession(school, poll),
}

export const references: Examples = {
  'roomBlocks.put offer_id': async school =>
    inSession(school, { kind: 'sale', offer_id: (await school.make('offers.create')).id }),
  'roomBlocks.put form_id': async school =>
    inSession(school, { kind: 'form', form_id: (await school.make('forms.create')).id }),
}
