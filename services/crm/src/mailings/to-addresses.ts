// A mailing as its receivers will see it, sent to a few addresses at once: without rows, so it counts nowhere.
import { type BodyOf, type Caller, newId, Refused, type ReturnsOf } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { addressHashes } from '../addresses/address.ts'
import type { Stores } from '../builder.ts'
import { contentUnfit, fillIn } from '../content/filler.ts'
import { framed } from '../content/frame.ts'
import { piecesOf } from '../content/prepare.ts'
import { sourceOf } from '../content/source.ts'
import { schoolValues, valuesFor } from '../content/values.ts'
import { checkReader } from '../people/check-people.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { readPeople } from '../people/read.ts'
import { suppressedFor } from '../preferences/eligibility.rules.ts'
import { crmSecrets } from '../settings/secrets.ts'
import { topicIn } from '../settings/topic.ts'
import { transports } from '../transports/transports.ts'
import { type mailings, refusals } from './mailing.contract.ts'

type Test = (typeof mailings)['test']
interface Input extends Pick<Work, 'work' | 'runtime'> {
  path: { id: string }
  body: BodyOf<Test>
  caller: Caller
  charge: (milliseconds: number) => void
}

const deadlineMs = 20_000

/** Sends, without a transaction, and says what became of each. */
export async function sendToAddresses(
  input: Input,
  { mailings, settings, suppressions }: Stores,
): Promise<ReturnsOf<Test>> {
  const { body, runtime, work } = input
  checkReader(body.user_id, input.caller)
  const [mailing, values, school, people, sealed] = await Promise.all([
    mailings.get(input.path.id),
    settings.get(),
    schoolValues(input),
    readPeople(body.user_id ? [body.user_id] : [], input),
    crmSecrets.read(work),
  ])
  mailings.checkVersion(mailing)
  if (mailing.transport !== 'email') throw new Refused(refusals.mailing_test_invalid)
  const user = body.user_id === null ? null : people.get(body.user_id)
  if (user === undefined) throw new Refused(personRefusals.user_unknown)
  const { results } = await fillIn(
    {
      source: sourceOf(mailing),
      people: [valuesFor(user, school, {})],
      pieces: piecesOf(mailing),
    },
    { school: work.school, charge: input.charge },
  )
  const [content] = results
  if ('error' in content!) throw contentUnfit(content)
  const { missing, ...filled } = content!
  // A test unsubscribes nobody: where receivers have that link, its own leads to the school.
  const isService = topicIn(values.topics, mailing.topic)?.basis === 'service'
  const framedContent = framed(filled, user?.locale ?? 'en', isService ? null : school.url)
  const secret = (path: string) =>
    crmSecrets.open(sealed, path, { school: work.school, vault: runtime.vault })
  const context = { runtime, signal: AbortSignal.timeout(deadlineMs), settings: values, school, secret }
  const vaultScope = { school: work.school, vault: runtime.vault }
  const hashesOf = (address: string) => addressHashes(address, 'email', vaultScope)
  const listed = await suppressions.ofAddresses(body.addresses.flatMap(hashesOf))
  const sent = await Promise.all(
    body.addresses.map(async address => {
      const reasons = suppressedFor(listed, hashesOf(address), mailing.topic)
      if (reasons.some(reason => !isService || reason !== 'unsubscribed')) return { address, ...suppressed }
      const message = {
        ...framedContent,
        id: newId('msg'),
        to: address,
        unsubscribeUrl: null,
        attachments: [],
        returnTo: null,
      }
      const outcome = await transports.email.handOver(message, context).catch(unknown)
      return { address, status: outcome.status, answer: outcome.answer }
    }),
  )
  work.changesElsewhere()
  return { results: sent, missing }
}

const suppressed = {
  status: 'suppressed' as const,
  answer: 'The list of suppressions has this address. GET /v1/suppressions?address=… says why.',
}

const unknown = (error: Error) => ({ status: 'unknown' as const, answer: error.message.slice(0, 500) })
