import { Refused } from '@lms/contract'
import { cancelTasks, crudHandlers, enqueue } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { fillIn } from '../content/filler.ts'
import { atStop, noCounts, since } from '../messages/counts.ts'
import { beginSending, clearQueue } from '../sendings/begin.task.ts'
import { checkAudience, refuseNobody } from '../sendings/check-audience.ts'
import { topicRefusals } from '../settings/topic.ts'
import { mailings, refusals } from './mailing.contract.ts'
import type { MailingRow } from './mailing.store.ts'
import { sendToAddresses } from './to-addresses.ts'

const { list, create, get, remove } = mailings
const made = crudHandlers({ list, create, get, remove }, ({ mailings }: Stores) => mailings, {
  sets: () => ({
    status: 'draft' as const,
    scheduled_at: null,
    started_at: null,
    finished_at: null,
    counts: noCounts,
  }),
  mayRemove: ({ status }) => {
    if (status !== 'draft') throw new Refused(refusals.mailing_not_draft)
  },
  show: withCounts,
})

/** Mailings with their numbers; those of one that is being sent, or was stopped, are counted now. */
async function withCounts(rows: readonly MailingRow[], { messages }: Stores) {
  const moving = rows.filter(({ status }) => status === 'sending' || status === 'stopped')
  const now = await messages.countsOf(moving.map(({ id }) => id))
  return rows.map(row => {
    const present = now.get(row.id) ?? row.counts
    if (row.status === 'sending') return { ...row, counts: present, after_stop: null }
    return { ...row, after_stop: row.status === 'stopped' ? since(row.counts, present) : null }
  })
}

export const mailingHandlers = builder.implement(mailings, {
  ...made,

  create: async (input, stores) => {
    await checkContent(input.body, input, stores)
    await checkAudience(input.body.audience, input, stores)
    return made.create(input, stores)
  },

  change: async (input, stores) => {
    const { path, body } = input
    const { status, ...changes } = body
    const fields = Object.keys(changes).length > 0
    const seen = await stores.mailings.get(path.id)
    if (fields) await checkContent({ ...seen, ...changes }, input, stores)
    const mailing = await stores.mailings.lock(path.id)
    if (fields && mailing.status !== 'draft') throw new Refused(refusals.mailing_not_draft)
    if (changes.audience) await checkAudience(changes.audience, input, stores)
    const saved =
      status === undefined ? stores.mailings.save(mailing, changes) : await stop(mailing, input.work, stores)
    return (await withCounts([saved], stores))[0]!
  },

  start: async ({ path, body, now, work }, { mailings }) => {
    const mailing = await mailings.lock(path.id)
    if (mailing.status !== 'draft') throw new Refused(refusals.mailing_not_draft)
    refuseNobody(mailing.audience)
    const later = body.at !== null && body.at > now
    const when = later ? { at: new Date(body.at!) } : {}
    enqueue(work, beginSending, { origin: mailing.id }, { key: mailing.id, ...when })
    const started = later
      ? mailings.move(mailing, 'schedule', { scheduled_at: body.at })
      : mailings.move(mailing, 'start', { started_at: now })
    return { ...started, after_stop: null }
  },

  test: sendToAddresses,
})

/** Stops a locked mailing. Once more changes nothing. */
async function stop(
  mailing: MailingRow,
  work: Parameters<typeof enqueue>[0],
  { mailings, messages }: Stores,
): Promise<MailingRow> {
  const { id, status } = mailing
  if (status === 'stopped') return mailing
  if (status !== 'sending' && status !== 'scheduled') throw new Refused(refusals.mailing_over)
  if (status === 'scheduled') cancelTasks(work, beginSending, [id])
  enqueue(work, clearQueue, { origin: id }, { key: id })
  const counts = (await messages.countsOf([id])).get(id) ?? noCounts
  const stopped = mailings.move(mailing, 'stop', { finished_at: work.now, counts: atStop(counts) })
  mailings.tell(stopped)
  return stopped
}

interface Content {
  topic: string
  subject: string
  format: MailingRow['format']
  body: string
}

/** Refuses an unknown topic, and what is no Liquid. Before anything is locked: the content is read in a thread. */
async function checkContent(
  { topic, subject, format, body }: Content,
  { charge, work }: { charge: (milliseconds: number) => void; work: { school: string } },
  { settings }: Stores,
): Promise<void> {
  const { topics } = await settings.get()
  if (!topics.some(({ key }) => key === topic)) throw new Refused(topicRefusals.topic_unknown)
  charge((await fillIn({ source: { subject, format, body }, people: [] }, work.school)).milliseconds)
}
