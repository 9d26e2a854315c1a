import { type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder } from '../builder.ts'
import { fillIn } from '../content/filler.ts'
import { piecesOf } from '../content/prepare.ts'
import { schoolValues, valuesFor } from '../content/values.ts'
import { contentOf } from '../messages/queue.ts'
import { readPeople } from '../people/read.ts'
import { topicIn, topicRefusals } from '../settings/topic.ts'
import { rendering } from './render.contract.ts'

type At = Pick<Work, 'work' | 'runtime'>
type Field = 'body' | 'template_id' | 'topic'
type MessageInput = ReturnType<typeof rendering.render.body.parse>['messages'][number]

export const renderingHandlers = builder.implement(rendering, {
  render: async (input, stores) => {
    const { user_id, check, messages } = input.body
    const valuesOf = check ? () => [] : await valuesFrom(user_id, input)
    const { topics } = await stores.settings.get()
    const results = []
    for (const { variables, ...message } of messages) {
      const field: Field = message.body === null ? 'template_id' : 'body'
      if (check && !topicIn(topics, message.topic)) {
        results.push(unfit(topicRefusals.topic_unknown.message, 'topic'))
        continue
      }
      try {
        const { content } = await contentOf(message, stores)
        const job = { source: content, people: valuesOf(variables), pieces: piecesOf(message) }
        const filled = await fillIn(job, { school: input.work.school, charge: input.charge })
        const [result = fit] = filled.results
        if ('error' in result) results.push(unfit(result.error, field))
        else {
          const { subject, text, missing } = result
          results.push({ subject, text, missing, error: null, field })
        }
      } catch (error) {
        if (!(error instanceof Refused) || error.refusal.status >= 500) throw error
        results.push(unfit(error.details[0]?.message ?? error.message, field))
      }
    }
    return { results }
  },
})

/** The values of a message, by its variables: of this person, or of nobody. */
async function valuesFrom(user_id: Id<'usr'> | null, input: At) {
  const [people, school] = await Promise.all([
    user_id === null ? new Map() : readPeople([user_id], input),
    schoolValues(input),
  ])
  const user = (user_id && people.get(user_id)) || null
  return (variables: MessageInput['variables']) => [valuesFor(user, school, variables)]
}

/** A message that was only read. */
const fit = { subject: '', text: '', missing: [] }
const unfit = (error: string, field: Field) => ({
  ...fit,
  error: error.slice(0, 500),
  field,
})
