import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { Note } from './note.contract.ts'

const store = ({ notes }: Stores) => notes

export const notesAboutPerson = builder.personalData({
  what: 'notes about them',
  on_merge: 'they become notes about the person who stays',
  needs: 'notes:write',
  erased: 'the notes',
  kept: null,
  why: null,
  ...rowsOfPerson(store, 'notes.user_id', Note),
  move: ({ from, into, erased }, _, { notes }) =>
    erased ? notes.removeAbout(from) : notes.moveTo('user_id', into, from),
  erase: (userId, _, { notes }) => notes.removeAbout(userId),
})

export const notesByPerson = builder.personalData({
  what: 'notes that they wrote',
  on_merge: 'they count as written by the person who stays',
  needs: 'notes:write',
  erased: null,
  kept: 'the notes',
  why: 'they are about other people',
  // What the author wrote is about others: neither an export nor an erasure of the author contains it.
  ...rowsOfPerson(store, 'notes.author_id', Note.omit({ text: true })),
  move: ({ from, into }, _, { notes }) => notes.moveTo('author_id', into, from),
})
