import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { contentRefusals } from '../content/content.refusals.ts'
import { fillIn } from '../content/filler.ts'
import { schoolValues, valuesFor } from '../content/values.ts'
import { personRefusals } from '../people/person.refusals.ts'
import { readPeople } from '../people/read.ts'
import { messageTemplates } from './template.contract.ts'

const { list, create, get, change, remove } = messageTemplates
const made = crudHandlers(
  { list, create, get, change, remove },
  ({ messageTemplates }: Stores) => messageTemplates,
)

export const templateHandlers = builder.implement(messageTemplates, {
  ...made,

  // A content is read in a thread, so before anything is locked.
  create: async (input, stores) => {
    const { milliseconds } = await fillIn({ source: input.body, people: [] }, input.work.school)
    input.charge(milliseconds)
    return made.create(input, stores)
  },

  change: async (input, stores) => {
    const { subject, format, body } = input.body
    if (subject !== undefined || format !== undefined || body !== undefined) {
      const seen = await stores.messageTemplates.get(input.path.id)
      const source = {
        subject: subject ?? seen.subject,
        format: format ?? seen.format,
        body: body ?? seen.body,
      }
      const { milliseconds } = await fillIn({ source, people: [] }, input.work.school)
      input.charge(milliseconds)
    }
    return made.change(input, stores)
  },

  preview: async (input, { messageTemplates }) => {
    const { user_id, variables } = input.body
    const [source, people, school] = await Promise.all([
      messageTemplates.get(input.path.id),
      user_id === null ? new Map() : readPeople([user_id], input),
      schoolValues(input),
    ])
    messageTemplates.checkVersion(source)
    const user = user_id === null ? null : people.get(user_id)
    if (user === undefined || user?.status === 'deleted') throw new Refused(personRefusals.user_unknown)
    const { subject, format, body } = source
    const { results, milliseconds } = await fillIn(
      { source: { subject, format, body }, people: [valuesFor(user, school, variables)] },
      input.work.school,
    )
    input.charge(milliseconds)
    const [result] = results
    if ('error' in result!)
      throw new Refused(contentRefusals.content_unfit, undefined, {
        details: [{ path: 'body', message: result.error }],
      })
    return result!
  },
})
