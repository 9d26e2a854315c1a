import {
  atMost,
  bodiesOf,
  C,
  crud,
  id,
  personal,
  reference,
  refuse,
  resource,
  stamps,
  text,
} from '@lms/contract'
import { z } from 'zod'
import { personRefusals } from '../people/person-refusals.ts'

const maxNotes = 1000

export const Note = z.object({
  id: id('nte'),
  user_id: id('usr').describe('The person whom the note is about.'),
  order_id: reference(['ord'], { of: 'user_id' })
    .nullable()
    .describe('The order of the person that it is about.'),
  author_id: id('usr').nullable().describe('Who wrote it; null for a key without a person.'),
  text: personal(text(4000, 1)).meta({ examples: ['Prefers to be called after six.'] }),
  ...stamps,
})
export type Note = z.infer<typeof Note>

export const refusals = refuse({
  notes_limit_reached: {
    status: 409,
    when: `the person has ${maxNotes} notes`,
    message: `A person has at most ${maxNotes} notes.`,
  },
})

/** Notes about one person. */
export const noteRoom = atMost(maxNotes, refusals.notes_limit_reached)

const rules = { readOnly: ['author_id'] as const }

const { list } = crud('/v1/notes', Note, {
  ...rules,
  names: ['a note', 'notes'],
  summaries: { list: 'List notes of the staff about people and their orders' },
  bound: noteRoom,
  sorts: ['created_at'],
})

export const notes = resource({
  list,
  create: C('POST /v1/notes', {
    summary: 'Write a note about a person, or about one of their orders',
    permission: 'notes:write',
    body: bodiesOf(Note, rules).create,
    example: { user_id: 'usr_01h455vb4pex5vsknk084sn02q', text: 'Prefers to be called after six.' },
    returns: Note,
    bound: noteRoom,
    refuses: [personRefusals.user_unknown],
  }),
})
