// Who sends, as a start has to know: the settings, and the country whose law asks for an address.
import { common, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { TransportKind } from '../addresses/kinds.ts'
import type { Stores } from '../builder.ts'
import { schoolValues } from '../content/values.ts'
import type { CrmSettings } from './crm-settings.ts'
import { checkImprint } from './imprint.rules.ts'
import { topicIn } from './topic.ts'

export interface Sender {
  /** The topic for which it was read. */
  readonly topic: string
  readonly settings: CrmSettings
  /** Null where nothing depends on it: the school has said its address, or people have asked for the topic. */
  readonly country: string | null
}

/** Reads it for a topic. It may ask the site service: before anything is locked. */
export async function senderFor(
  topic: string,
  at: Pick<Work, 'work' | 'runtime'>,
  stores: Pick<Stores, 'settings'>,
): Promise<Sender> {
  const settings = await stores.settings.get()
  const isKnown =
    settings.email.postal_address !== null || topicIn(settings.topics, topic)?.basis === 'service'
  return { topic, settings, country: isKnown ? null : (await schoolValues(at)).country }
}

/** Refuses what law asks to name its sender, where nothing does, and a topic that was changed since the sender was read. */
export function checkSender(
  sending: { readonly topic: string; readonly transports: readonly TransportKind[] },
  { topic, settings, country }: Sender,
): void {
  if (sending.topic !== topic) throw new Refused(common.version_mismatch)
  checkImprint(sending, settings, country)
}
