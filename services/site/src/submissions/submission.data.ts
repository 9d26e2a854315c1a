// Form submissions as data about people.
import { rowsOfPerson } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { FormSubmission } from './submission.object.ts'

export const submissionsOfPerson = builder.personalData({
  what: 'form submissions',
  // Which of them count, this service says when it asks for a person to be taken back.
  incidental: true,
  on_merge: 'they become submissions of the person who stays',
  needs: 'form-submissions:write',
  erased: 'answers, pages, UTM parameters',
  kept: 'form, consents, states, times',
  why: 'the school must be able to show what was agreed to',
  ...rowsOfPerson(({ submissions }: Stores) => submissions, 'form_submissions.user_id', FormSubmission),

  move: ({ from, into, erased }, _, { submissions }) => {
    if (erased) submissions.blankOf(from)
    submissions.moveTo(into, from)
  },
  erase: (userId, _, { submissions }) => submissions.blankOf(userId),
})
