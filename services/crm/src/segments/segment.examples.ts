// Test values for requests about segments, besides their declared bodies.
import { eventually } from '@lms/testing'
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  // At least two members: a list has a cursor only before its last page.
  'segmentMembers.list': async school => {
    await Promise.all([school.make('users.create'), school.make('users.create')])
    const rule = { field: 'status', exists: true }
    await eventually('what is known of them', async () => {
      const { count } = await school.done('segments.preview', { body: { rule } })
      return (count as number) > 1
    })
    const { id } = await school.done('segments.create', { body: { name: 'Everybody', rule } })
    return { path: { id } }
  },
}

export const references: Examples = {
  'segments.preview user_id': async school => {
    const { id: user_id } = await school.make('users.create')
    const body = { rule: { field: 'role', equals: 'student' }, user_id }
    await eventually('what is known of the person', () => school.done('segments.preview', { body }))
    return { body }
  },
}
