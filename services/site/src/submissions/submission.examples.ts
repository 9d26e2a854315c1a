// Test values for requests about form submissions, besides their declared bodies.
import { type Examples, type School, unique } from '@lms/testing/examples'

/** Answers of their own: equal ones count once. */
const submission = async (school: School) => ({
  body: {
    form_id: (await school.make('forms.create')).id,
    answers: { email: `${unique()}@school.example` },
  },
})

export const examples: Examples = {
  'submissions.create': submission,
}
