// A person from the messenger's signed data, accepted once.
import { Refused } from '@lms/contract'
import type { StoresOf, Work } from '@lms/service-host'
import type { builder } from '../../builder.ts'
import { messengerRefusals, type SignedFields } from './messenger.contract.ts'
import { placeOfBot } from './messenger.entity.ts'
import { type MessengerPerson, readMiniApp, readWidget } from './messenger.rules.ts'

type Stores = Pick<StoresOf<typeof builder.stores>, 'messengers' | 'signatures'>
/** The data from the widget or the mini-app. */
export type Signed = { fields: SignedFields } | { initData: string }

/**
 * The person of signed data, whose signature is thereby used. Refuses with messenger_not_configured, signature_invalid
 * and, at the commit, signature_used.
 */
export async function prove(
  signed: Signed,
  { now, work, runtime }: Pick<Work, 'now' | 'work' | 'runtime'>,
  { messengers, signatures }: Stores,
): Promise<MessengerPerson> {
  const messenger = await messengers.find('messenger')
  if (!messenger) throw new Refused(messengerRefusals.messenger_not_configured)
  const botToken = runtime.vault.open(messenger.bot_token, placeOfBot(work.school))
  const person =
    'fields' in signed
      ? readWidget(signed.fields, botToken, now)
      : readMiniApp(signed.initData, botToken, now)
  signatures.use(person.signature, person.signatureEnds)
  return person
}
