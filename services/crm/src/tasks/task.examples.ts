// Test values for requests about tasks, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'

const title = 'Call about the second instalment'

export const references: Examples = {
  'tasks.create order_id': async school => {
    const { id: order_id, user_id } = await school.make('orders.create')
    return { body: { title, user_id, order_id } }
  },
  'tasks.create user_id': async school => ({
    body: { title, user_id: (await school.make('users.create')).id },
  }),
  'tasks.create assignee_id': async school => ({
    body: { title, assignee_id: (await school.make('users.create', { role: 'manager' })).id },
  }),
  'tasks.update order_id': async school => ({
    path: { id: (await school.make('tasks.create')).id },
    body: { order_id: (await school.make('orders.create')).id },
  }),
  'tasks.update user_id': async school => ({
    path: { id: (await school.make('tasks.create')).id },
    body: { user_id: (await school.make('users.create')).id },
  }),
  'tasks.update assignee_id': async school => ({
    path: { id: (await school.make('tasks.create')).id },
    body: { assignee_id: (await school.make('users.create', { role: 'manager' })).id },
  }),
}
