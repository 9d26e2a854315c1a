// Test values for requests about preferences.
import type { Examples, School } from '@lms/testing/examples'

const ofSomebody = async (school: School) => ({
  path: { userId: (await school.make('users.create')).id as string },
})

export const examples: Examples = { 'preferences.get': ofSomebody, 'preferences.replace': ofSomebody }
