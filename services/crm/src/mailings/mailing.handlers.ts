import { type BodyOf, Refused } from '@lms/contract'
import { crudHandlers, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { contentRefusals } from '../content/content-refusals.ts'
import { contentAfter, prepared, refuseOther, renderedIn } from '../content/prepare.ts'
import { checkSubjects } from '../messages/start.rules.ts'
import { audienceOfCopy, refuseNobody } from '../sendings/audience.ts'
import { checkAudience, checkMeasured } from '../sendings/check-audience.ts'
import { checkTopic, fresh, moveTo, starting, withCounts, withReport } from '../sendings/course.ts'
import { checkSender, type Sender, senderFor } from '../settings/sender.ts'
import { runDry } from './dry-run.ts'
import { mailings, ownMailings, refusals, usual } from './mailing.contract.ts'
import type { MailingRow } from './mailing.store.ts'
import { sendToAddresses } from './to-addresses.ts'

const { list, get, delete: remove } = mailings
const { create } = ownMailings
const handlers = crudHandlers({ list, create, get, delete: remove }, ({ mailings }: Stores) => mailings, {
  sets: next => ({ ...fresh(), ...renderedIn(next) }),
  mayRemove: ({ status }) => {
    if (status !== 'draft') throw new Refused(refusals.mailing_not_draft)
  },
  show: withCounts,
})

export const mailingHandlers = builder.implement(mailings, {
  ...handlers,

  create: async (input, stores) => {
    const { copy_of, ...given } = input.body
    const body = copy_of === null ? { ...usual, ...given } : await copied(copy_of, given, stores)
    await checkTopic(body.topic, stores)
    const content = await prepared(body, input)
    await checkAudience(body.audience, input, stores)
    return handlers.create({ ...input, body: { ...body, ...content } }, stores)
  },

  get: async ({ path }, stores) => withReport(await stores.mailings.get(path.id), stores),

  update: async (input, stores) => {
    const { status, ...changes } = input.body
    const { mailings } = stores
    const fields = Object.keys(changes).length > 0
    const seen = await mailings.get(input.path.id)
    if (fields) await checkTopic(changes.topic ?? seen.topic, stores)
    const content = fields ? await prepared(contentAfter(seen, changes), input) : {}
    const moved = await withStatus(status, await mailings.lock(input.path.id), input.work, stores)
    if (!fields) return withReport(moved, stores)
    if (moved.status !== 'draft') throw new Refused(refusals.mailing_not_draft)
    refuseOther(moved, seen, changes)
    if (changes.audience) await checkAudience(changes.audience, input, stores)
    return withReport(mailings.save(moved, { ...changes, ...content }), stores)
  },

  start: async (input, stores) => {
    const { topic } = await stores.mailings.get(input.path.id)
    return startMailing(input, await senderFor(topic, input, stores), stores)
  },

  test: async (input, stores) => {
    const { addresses, user_id, dry_run } = input.body
    if (dry_run ? user_id === null || addresses.length > 0 : addresses.length === 0)
      throw new Refused(refusals.mailing_test_unclear)
    return dry_run ? runDry(input, stores) : sendToAddresses(input, stores)
  },
})

/** Starts the draft of a mailing, now or at a time. `sender` was read before anything was locked. */
export async function startMailing(
  {
    path,
    body,
    work,
  }: { path: { id: string }; body: BodyOf<(typeof mailings)['start']> } & Pick<Work, 'work'>,
  sender: Sender,
  stores: Stores,
) {
  const mailing = await stores.mailings.lock(path.id)
  if (mailing.status !== 'draft') throw new Refused(refusals.mailing_not_draft)
  refuseNobody(mailing.audience)
  checkSubjects([mailing])
  checkSender({ topic: mailing.topic, transports: [mailing.transport] }, sender)
  await checkMeasured(mailing.audience, sender.settings, stores)
  const { move, changes } = starting(mailing.id, body, work)
  return withReport(stores.mailings.move(mailing, move, changes), stores)
}

/** A locked mailing in the state that a request asks for. */
const withStatus = (
  status: Parameters<typeof moveTo>[0],
  row: MailingRow,
  work: Work['work'],
  { mailings, messages }: Stores,
): Promise<MailingRow> =>
  moveTo(status, row, work, {
    ...{ moves: mailings, messages },
    refusals: {
      over: refusals.mailing_over,
      notScheduled: refusals.mailing_not_scheduled,
      notRunning: refusals.mailing_not_running,
    },
  })

type Creation = Omit<BodyOf<(typeof mailings)['create']>, 'copy_of'>
type Draft = Creation & Pick<MailingRow, keyof typeof usual>

/** The fields of a draft with the content of another mailing. */
async function copied(id: string, given: Creation, { mailings }: Stores): Promise<Draft> {
  const source = await mailings.find(id)
  if (!source) throw new Refused(refusals.mailing_unknown)
  if (given.body !== null || given.document !== null) throw new Refused(contentRefusals.content_unclear)
  const { transport, topic, subject, preheader, format, body, document } = source
  return {
    ...{ transport, topic, subject, preheader, format },
    ...given,
    ...{ body, document, audience: audienceOfCopy(given.audience, source.audience) },
  }
}
