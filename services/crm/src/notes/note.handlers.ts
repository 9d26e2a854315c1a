import { type Caller, newId, Refused } from '@lms/contract'
import { builder, type Stores } from '../builder.ts'
import { checkPeople } from '../people/check-people.ts'
import { type Note, noteRoom, notes, refusals } from './note.contract.ts'
import type { NoteRow } from './note.store.ts'

const active = { sql: `t.status = 'active'`, values: [] }

export const noteHandlers = builder.implement(notes, {
  list: ({ query }, { notes }) =>
    notes.page(query, query.filters.some(({ name }) => name === 'status') ? [] : [active]),

  create: async (input, stores) => {
    const { caller } = input
    const { text, ...body } = input.body
    if (text === undefined && body.replaces === null) throw new Refused(refusals.note_without_text)
    await checkPeople([body.user_id, caller.user], input, stores)
    const replaced = body.replaces && (await lockForReplacement(body.replaces, body.user_id, caller, stores))
    if (replaced && text === undefined) return stores.notes.move(replaced, 'withdraw', {})
    await stores.notes.refuseBeyond(noteRoom, { sql: 't.user_id = $', values: [body.user_id] })
    if (replaced) stores.notes.move(replaced, 'replace', {})
    return stores.notes.insert({
      ...body,
      text: text!,
      author_id: caller.user,
      status: 'active',
      ...stores.notes.fresh(newId('nte')),
    })
  },
})

/** The note that is corrected or taken back, if the caller may. A key without a person acts for the school. */
async function lockForReplacement(
  id: Note['id'],
  userId: Note['user_id'],
  { user, role }: Caller,
  { notes }: Stores,
): Promise<NoteRow> {
  const seen = await notes.find(id)
  if (seen?.user_id !== userId) throw new Refused(refusals.note_not_active)
  const row = await notes.lockAnyVersion(id)
  const mayReplace = user === null || row.author_id === user || role === 'owner' || role === 'administrator'
  if (!mayReplace) throw new Refused(refusals.note_of_another)
  return row
}
