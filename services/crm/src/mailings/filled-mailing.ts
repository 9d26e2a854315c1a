// A mailing as a person would read it, for tests: without rows, so it counts nowhere.
import { type BodyOf, type Caller, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { contentUnfit, fillIn } from '../content/filler.ts'
import { framed } from '../content/frame.ts'
import { piecesOf } from '../content/prepare.ts'
import { sourceOf } from '../content/source.ts'
import { schoolValues, valuesFor } from '../content/values.ts'
import { checkReader } from '../people/check-people.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { readPeople } from '../people/read.ts'
import { imprintOf } from '../settings/imprint.rules.ts'
import { topicIn } from '../settings/topic.ts'
import type { mailings } from './mailing.contract.ts'

export interface TestInput extends Pick<Work, 'work' | 'runtime' | 'now'> {
  path: { id: string }
  body: BodyOf<(typeof mailings)['test']>
  caller: Caller
  charge: (milliseconds: number) => void
}

/** The content with the values of the person of a test, or of nobody. Refuses people whom the caller may not read. */
export async function filledMailing(input: TestInput, { mailings, settings }: Stores) {
  const { body, work } = input
  checkReader(body.user_id, input.caller)
  const [mailing, values, school, people] = await Promise.all([
    mailings.get(input.path.id),
    settings.get(),
    schoolValues(input),
    readPeople(body.user_id ? [body.user_id] : [], input),
  ])
  mailings.checkVersion(mailing)
  const user = body.user_id === null ? null : people.get(body.user_id)
  if (user === undefined) throw new Refused(personRefusals.user_unknown)
  const { results } = await fillIn(
    { source: sourceOf(mailing), people: [valuesFor(user, school, {})], pieces: piecesOf(mailing) },
    { school: work.school, charge: input.charge },
  )
  const [result] = results
  if ('error' in result!) throw contentUnfit(result)
  const { missing, ...filled } = result!
  // A test unsubscribes nobody: where receivers have that link, its own leads to the school.
  const isService = topicIn(values.topics, mailing.topic)?.basis === 'service'
  const locale = user?.locale ?? 'en'
  const content =
    mailing.transport === 'email'
      ? framed(filled, locale, {
          look: school.look,
          unsubscribeUrl: isService ? null : school.url,
          imprint: imprintOf(isService, values, school.name),
        })
      : filled
  return { mailing, values, school, content, missing, isService }
}
