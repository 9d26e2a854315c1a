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
  statusOf,
  text,
} from '@lms/contract'
import { z } from 'zod'
import { personRefusals } from '../people/person-refusals.ts'
import { noteLifecycle } from './note.lifecycle.ts'

const maxNotes = 1000

export const Note = z.object({
  id: id('nte'),
  user_id: id('usr').describe('The person whom the note is about.'),
  order_id: reference(['ord'], { of: 'user_id' })
    .nullable()
    .describe('The order of the person that it is about.'),
  author_id: id('usr').nullable().describe('Who wrote it; null for a key without a person.'),
  text: personal(text(4000, 1))
    .meta({ examples: ['Prefers to be called after six.'] })
    .describe('What the note says about the person; only staff read it.'),
  replaces: id('nte')
    .nullable()
    .describe(
      'The note about the same person that this one corrects; its text stays readable as `replaced`.',
    ),
  status: statusOf(noteLifecycle).describe(
    '`active` is what holds; `replaced` after a correction, `withdrawn` once it was taken back.',
  ),
  ...stamps,
})
export type Note = z.infer<typeof Note>

export const refusals = refuse({
  notes_limit_reached: {
    status: 409,
    when: `the person has ${maxNotes} notes`,
    message: `A person has at most ${maxNotes} notes, corrected ones included.`,
  },
  note_without_text: {
    status: 422,
    when: 'the body has neither a text nor a note to take back',
    message: 'Write a text; without one the note in `replaces` is taken back.',
  },
  note_not_active: {
    status: 422,
    when: 'the note to replace does not exist, is about another person, or was replaced already',
    message: 'replaces must be an active note about this person. GET /v1/notes?user_id=… lists them.',
  },
  note_of_another: {
    status: 403,
    when: 'somebody else wrote the note to replace, and the caller is neither owner nor administrator',
    message: 'Only its author, an owner and an administrator correct a note. Write one of your own.',
  },
})

/** Notes about one person. */
export const noteRoom = atMost(maxNotes, refusals.notes_limit_reached)

const rules = { readOnly: ['author_id', 'status'] as const, defaults: { replaces: null } }

const { list } = crud('/v1/notes', Note, {
  ...rules,
  names: ['a note', 'notes'],
  search: 'Text anywhere in the note.',
  summaries: {
    list: 'List notes of the staff about people and their orders: the active ones, unless a filter asks for a status',
  },
  bound: noteRoom,
  sorts: ['created_at'],
})

export const notes = resource({
  list,
  create: C('POST /v1/notes', {
    summary: 'Write a note about a person or one of their orders; correct or take back one by `replaces`',
    permission: 'notes:write',
    body: bodiesOf(Note, rules).create.extend({
      text: Note.shape.text
        .optional()
        .describe('The text; without one the note in `replaces` is taken back.'),
    }),
    example: { user_id: 'usr_01h455vb4pex5vsknk084sn02q', text: 'Prefers to be called after six.' },
    returns: Note,
    bound: noteRoom,
    refuses: [
      personRefusals.user_unknown,
      refusals.note_without_text,
      refusals.note_not_active,
      refusals.note_of_another,
    ],
  }),
})
