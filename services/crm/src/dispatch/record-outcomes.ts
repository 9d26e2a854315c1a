// Writes what became of the messages of a group.
import type { Work } from '@lms/service-host'
import { addressHashes } from '../addresses/address.ts'
import { isOfSender } from '../addresses/hard-bounce.ts'
import type { Stores } from '../builder.ts'
import type { StepKind } from '../messages/message.object.ts'
import { type MessageRow, withStep } from '../messages/message.store.ts'
import { messageBounced, messageDelivered } from '../messages/message-events.ts'
import { maxSoftBounces } from '../suppressions/suppression.contract.ts'
import type { Ended } from './outcome.ts'

/** Tries of a message that its channel does not take now; the pause doubles, from five minutes. */
const maxTries = 6
const firstPauseMs = 5 * 60_000

type At = Pick<Work, 'work' | 'runtime' | 'now' | 'emit'>

/** Writes the outcomes of a group; `stopped`: what its channel does not take now is not tried again. */
export async function record(
  { group, ended }: { group: readonly MessageRow[]; ended: ReadonlyMap<string, Ended> },
  ctx: At,
  stores: Stores,
  { stopped = false } = {},
): Promise<void> {
  const rows = await stores.messages.lockMany(group.map(({ id }) => id))
  // What an erasure or a second worker has changed meanwhile stays as it is.
  for (const row of rows)
    if (row.status === 'sending' && recordOne(row, ended.get(row.id)!, ctx, stores, stopped))
      await suppressAfterSoft(row, answerOf(ended.get(row.id)!), ctx, stores)
}

const answerOf = (end: Ended): string => ('answer' in end ? end.answer : '')

/**
 * Suppresses the address of a message that came back softly, if so did the ones before. One that came back because of its sender
 * suppresses nobody: a school would lose all receivers of a server that blocks it for a while.
 */
export async function suppressAfterSoft(
  row: MessageRow,
  answer: string,
  ctx: Pick<At, 'work' | 'runtime'>,
  { messages, suppressions }: Stores,
): Promise<void> {
  const saysSomething = ({ bounce, answer }: { bounce: string | null; answer: string }) =>
    bounce === 'soft' && !(row.transport === 'email' && isOfSender(answer))
  if (row.address === null || !saysSomething({ bounce: 'soft', answer })) return
  const vaultScope = { school: ctx.work.school, vault: ctx.runtime.vault }
  const hashes = addressHashes(row.address, row.transport, vaultScope)
  const before = await messages.lastBounces(hashes, row.id, maxSoftBounces - 1)
  if (before.length < maxSoftBounces - 1 || !before.every(saysSomething)) return
  suppressions.suppress({ ...suppressedBy(row, row.address, ctx), topic: null, reason: 'soft_bounces' })
}

/** Whether the message has just come back softly. */
function recordOne(
  row: MessageRow,
  end: Ended,
  ctx: At,
  { messages, suppressions }: Stores,
  stopped: boolean,
): boolean {
  const { now, emit } = ctx
  const step = (what: StepKind) => ({ timeline: withStep(row, what, now) })
  // What has not left is still known by its source.
  const over = { attachments: null }
  // In place of the source of a message that was sent alone stands what was sent, unless it leads to itself in a browser.
  const source = row.content?.body.includes('view_url') ? {} : { content: null, variables: null }
  const gone = { ...over, ...source, ...(row.origin === null && { rendition: end.rendition ?? null }) }
  // What a report has said meanwhile stays.
  const isReported = row.bounced_at !== null
  const read = row.address === null ? {} : { subject: (end.filled?.subject ?? '').slice(0, 1000) }
  switch (end.status) {
    case 'sent': {
      const text = row.transport === 'in_app' ? { text: end.filled!.text } : {}
      const isNews = end.delivered && row.delivered_at === null
      const delivered = isNews ? { delivered_at: now } : {}
      const answer = isReported ? row.answer : end.answer
      const changes = { ...gone, ...read, ...text, ...step('sent'), answer, sent_at: now }
      const saved = messages.move(row, 'accept', { ...changes, ...delivered })
      if (isNews) emit(messageDelivered, saved)
      return false
    }
    case 'refused': {
      const bounced = { bounced_at: now, bounce: end.bounce, ...step('bounced'), answer: end.answer }
      // That the address takes nothing any more says more than a soft report.
      const isNews = !isReported || (row.bounce === 'soft' && end.bounce === 'hard')
      const saved = messages.move(row, 'refuse', { ...over, ...read, ...(isNews ? bounced : {}) })
      if (isNews) emit(messageBounced, saved)
      if (end.bounce === 'hard' && row.address !== null)
        suppressions.suppress({ ...suppressedBy(row, row.address, ctx), topic: null, reason: 'hard_bounce' })
      return isNews && end.bounce === 'soft'
    }
    case 'unsent':
      if (stopped) messages.move(row, ['defer', 'remove'], { ...over, ...step('removed') })
      else messages.move(row, 'defer', { send_after: now })
      return false
    case 'deferred': {
      if (stopped) {
        messages.move(row, ['defer', 'remove'], { ...over, ...step('removed'), answer: end.answer })
        return false
      }
      const tries = row.tries + 1
      if (tries >= maxTries) {
        const bounced = { bounced_at: now, bounce: 'soft', answer: end.answer } as const
        emit(
          messageBounced,
          messages.move(row, ['defer', 'refuse'], { ...over, ...step('refused'), ...bounced }),
        )
        return true
      }
      const pause = firstPauseMs * 2 ** (tries - 1)
      const send_after = new Date(Date.parse(now) + pause).toISOString().replace('Z', '+00:00')
      messages.move(row, 'defer', { ...step('deferred'), answer: end.answer, tries, send_after })
      return false
    }
    case 'unknown':
      messages.move(row, 'lose', { ...gone, ...read, ...step('unknown') })
      return false
    case 'dropped':
      messages.move(row, 'drop', {
        ...over,
        ...step('skipped'),
        reason: 'template_error',
        answer: end.answer,
      })
      return false
  }
}

/** The entry of the list that a message leads to. */
export const suppressedBy = (
  { id, user_id, transport }: Pick<MessageRow, 'id' | 'user_id' | 'transport'>,
  address: string,
  { work, runtime }: Pick<Work, 'work'> & { runtime: Pick<Work['runtime'], 'vault'> },
) => ({
  user_id,
  transport,
  address,
  address_hash: addressHashes(address, transport, { school: work.school, vault: runtime.vault })[0]!,
  message_id: id,
})
