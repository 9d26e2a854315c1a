// Fills the contents of a group of messages in, those with the same content at once.
import type { Sender } from '@lms/content/in-thread'
import { Refused } from '@lms/contract'
import type { User } from '@lms/users/contract'
import { fillIn } from '../content/filler.ts'
import type { Filled, Links, Source } from '../content/source.ts'
import { type SchoolValues, valuesFor } from '../content/values.ts'
import type { MessageRow } from '../messages/message.store.ts'
import type { Sending } from '../sendings/sending.ts'
import type { MessagePage } from './message-link.ts'

/** A filled content with the targets of its template; an error in place of one that cannot be filled in. */
export type Content = (Filled & { links: Links }) | { error: string }

/** The link of a message to a page about itself. */
export type LinkOf = (page: MessagePage, message: Pick<MessageRow, 'id'>) => string

interface Group {
  readonly group: readonly MessageRow[]
  readonly users: ReadonlyMap<string, User>
  readonly school: SchoolValues
  readonly sending: Sending | null
  readonly linkOf: LinkOf
  /** Of a request; tasks are charged by their step. */
  readonly charge?: (milliseconds: number) => void
}

/** The filled contents, by message. */
export async function contentsOf(
  { group, users, school, sending, linkOf, charge }: Group,
  schoolId: string,
): Promise<Map<string, Content>> {
  const contentById = new Map<string, Content>()
  const sourceOf = (message: MessageRow): Source | null =>
    message.origin === null ? message.content : contentIn(sending, message)
  const same = Map.groupBy(group, message => JSON.stringify(sourceOf(message)))
  for (const messages of same.values()) {
    const source = sourceOf(messages[0]!)
    const people = messages.map(message =>
      valuesFor(users.get(message.user_id) ?? null, school, message.variables ?? {}, {
        unsubscribe_url: linkOf('unsubscribe', message),
        view_url: linkOf('mails', message),
      }),
    )
    const results = source
      ? await filledOrNot(source, people, { school: schoolId, charge, patient: charge === undefined })
      : messages.map(() => ({ error: 'erased' }))
    for (const [index, { id }] of messages.entries()) contentById.set(id, results[index]!)
  }
  return contentById
}

const contentIn = (sending: Sending | null, { step, variant }: MessageRow): Source | null =>
  sending?.parts.find(part => part.step === step)?.variants[(variant ?? 1) - 1]?.content ?? null

async function filledOrNot(
  source: Source,
  people: Parameters<typeof fillIn>[0]['people'],
  sender: Sender,
): Promise<Content[]> {
  try {
    // Tasks are few already: what others fill in is no reason to drop a message.
    const { results, links } = await fillIn({ source, people }, sender)
    return results.map(result => ('error' in result ? result : { ...result, links }))
  } catch (error) {
    // One that takes too long is given up, and not tried again.
    if (error instanceof Refused) return people.map(() => ({ error: error.message }))
    throw error
  }
}
