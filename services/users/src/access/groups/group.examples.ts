// Test values for requests about groups, members and transfers, besides their declared bodies.
import { type Build, type Examples, on, type School } from '@lms/testing/examples'

const group = (school: School, fields: object = {}) =>
  school.done('groups.create', { body: { name: 'Spring', ...fields } })

const groupNames = async (school: School) => ({
  curator_id: (await school.make('users.create', { role: 'curator' })).id,
  course_ids: [(await school.make('courses.create')).id],
})

async function member(school: School, fields: object = {}) {
  const [{ id }, { id: user_id }] = await Promise.all([group(school, fields), school.make('users.create')])
  await school.done('members.add', { path: { id }, body: { user_id } })
  return { id: id as string, userId: user_id as string }
}

/** A member of a flow, and a later flow. */
async function between(school: School) {
  const { id: from, userId } = await member(school, { starts_at: '2030-01-01T00:00:00Z' })
  const { id } = await group(school, { starts_at: '2030-02-01T00:00:00Z' })
  return { path: { id }, body: { user_id: userId }, from }
}
const transfer: Build = async school => {
  const { path, body } = await between(school)
  return { path, body }
}

export const examples: Examples = {
  'groups.create': async school => ({ body: await groupNames(school) }),
  'groups.get': on(member),
  'groups.update': async school => ({
    path: { id: (await group(school)).id },
    body: await groupNames(school),
  }),
  'members.list': on(member),
  'members.add': async school => ({
    path: { id: (await group(school)).id },
    body: { user_ids: [(await school.make('users.create')).id] },
  }),
  'members.delete': async school => ({ path: await member(school) }),
  'transfers.preview': on(member),
  'transfers.move': transfer,
}

export const references: Examples = {
  'members.add user_id': async school => ({
    path: { id: (await group(school)).id },
    body: { user_id: (await school.make('users.create')).id },
  }),
  'transfers.move from_group_id': async school => {
    const { path, body, from } = await between(school)
    return { path, body: { ...body, from_group_id: from } }
  },
}
