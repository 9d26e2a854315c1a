import { Refused } from '@lms/contract'
import { builder } from '../builder.ts'
import { fillIn } from '../content/filler.ts'
import { schoolValues, valuesFor } from '../content/values.ts'
import { contentOf } from '../messages/queue.ts'
import { readPeople } from '../people/read.ts'
import { rendering } from './render.contract.ts'

export const renderingHandlers = builder.implement(rendering, {
  render: async (input, stores) => {
    const { user_id, messages } = input.body
    const [people, school] = await Promise.all([
      user_id === null ? new Map() : readPeople([user_id], input),
      schoolValues(input),
    ])
    const user = (user_id && people.get(user_id)) || null
    const results = []
    for (const { variables, ...given } of messages) {
      const values = valuesFor(user, school, variables)
      try {
        const { content } = await contentOf(given, stores)
        const filled = await fillIn({ source: content, people: [values] }, input.work.school)
        input.charge(filled.milliseconds)
        const [result] = filled.results
        if ('error' in result!) results.push(unfit(result.error))
        else {
          const { subject, text, missing } = result!
          results.push({ subject, text, missing, error: null })
        }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        results.push(unfit(error.message))
      }
    }
    return { results }
  },
})

const unfit = (error: string) => ({ subject: '', text: '', missing: [], error: error.slice(0, 500) })
