// A mailing as its receivers will see it, sent to a few addresses at once: without rows, so it counts nowhere.
import { newId, Refused } from '@lms/contract'
import { addressHashes } from '../addresses/address.ts'
import type { Stores } from '../builder.ts'
import { suppressedFor } from '../preferences/eligibility.rules.ts'
import { crmSecrets } from '../settings/secrets.ts'
import { transports } from '../transports/transports.ts'
import { filledMailing, type TestInput } from './filled-mailing.ts'
import { refusals } from './mailing.contract.ts'

const deadlineMs = 20_000

/** Sends, without a transaction, and says what became of each. */
export async function sendToAddresses(input: TestInput, stores: Stores) {
  const { body, runtime, work } = input
  const [{ mailing, values, school, content, missing, isService }, sealed] = await Promise.all([
    filledMailing(input, stores),
    crmSecrets.read(work),
  ])
  if (mailing.transport !== 'email') throw new Refused(refusals.mailing_test_invalid)
  const secret = (path: string) =>
    crmSecrets.open(sealed, path, { school: work.school, vault: runtime.vault })
  const context = { runtime, signal: AbortSignal.timeout(deadlineMs), settings: values, school, secret }
  const vaultScope = { school: work.school, vault: runtime.vault }
  const hashesOf = (address: string) => addressHashes(address, 'email', vaultScope)
  const listed = await stores.suppressions.ofAddresses(body.addresses.flatMap(hashesOf))
  const sent = await Promise.all(
    body.addresses.map(async address => {
      const reasons = suppressedFor(listed, hashesOf(address), mailing.topic)
      if (reasons.some(reason => !isService || reason !== 'unsubscribed')) return { address, ...suppressed }
      const message = {
        ...content,
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
  return { results: sent, missing, dry_run: null }
}

const suppressed = {
  status: 'suppressed' as const,
  answer: 'The list of suppressions has this address. GET /v1/suppressions?address=… says why.',
}

const unknown = (error: Error) => ({ status: 'unknown' as const, answer: error.message.slice(0, 500) })
