// Test values for requests about partners, besides their declared bodies.
import { type Examples, type School, unique } from '@lms/testing/examples'

const person = async (school: School) => ({ user_id: (await school.make('users.create')).id })

export const examples: Examples = {
  'partners.create': () => ({ body: { code: unique() } }),
}

export const references: Examples = {
  'partners.create user_id': async school => ({
    body: { name: 'Ann', code: unique(), basis_points: 1000, ...(await person(school)) },
  }),
  'partners.update user_id': async school => ({
    path: { id: (await school.make('partners.create')).id },
    body: await person(school),
  }),
}
