// Test values for requests about notes, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  // Each school has at least two: a list has a cursor only before its last page.
  'notes.list': async school => {
    await Promise.all([school.make('notes.create'), school.make('notes.create')])
    return {}
  },
  'notes.create': async school => ({ body: { user_id: (await school.make('users.create')).id } }),
}

export const references: Examples = {
  'notes.create order_id': async school => {
    const { id: order_id, user_id } = await school.make('orders.create')
    return { body: { user_id, order_id, text: 'Prefers to be called after six.' } }
  },
  'notes.create replaces': async school => {
    const { id: replaces, user_id } = await school.make('notes.create')
    return { body: { user_id, replaces, text: 'Prefers to be called after seven.' } }
  },
}
