import { newId } from '@lms/contract'
import { builder } from '../builder.ts'
import { checkPeople } from '../people/check-people.ts'
import { noteRoom, notes } from './note.contract.ts'

export const noteHandlers = builder.implement(notes, {
  list: ({ query }, { notes }) => notes.page(query),

  create: async (input, stores) => {
    const { body, caller } = input
    await checkPeople([body.user_id, caller.user], input, stores)
    await stores.notes.refuseBeyond(noteRoom, { sql: 't.user_id = $', values: [body.user_id] })
    return stores.notes.insert({ ...body, author_id: caller.user, ...stores.notes.fresh(newId('nte')) })
  },
})
