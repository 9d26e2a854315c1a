import { Refused } from '@lms/contract'
import { crudHandlers, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { contentAfter, prepared, refuseOther, renderedIn } from '../content/prepare.ts'
import { checkSubjects } from '../messages/start.rules.ts'
import { refuseNobody } from '../sendings/audience.ts'
import { checkAudience } from '../sendings/check-audience.ts'
import {
  checkTopic,
  draftAgain,
  fresh,
  starting,
  stopped,
  withCounts,
  withReport,
} from '../sendings/course.ts'
import { runDry } from './dry-run.ts'
import { mailings, refusals } from './mailing.contract.ts'
import type { MailingRow } from './mailing.store.ts'
import { sendToAddresses } from './to-addresses.ts'

const { list, create, get, delete: remove } = mailings
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
    await checkTopic(input.body.topic, stores)
    const content = await prepared(input.body, input)
    await checkAudience(input.body.audience, input, stores)
    return handlers.create({ ...input, body: { ...input.body, ...content } }, stores)
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

  start: async ({ path, body, work }, stores) => {
    const { mailings } = stores
    const mailing = await mailings.lock(path.id)
    if (mailing.status !== 'draft') throw new Refused(refusals.mailing_not_draft)
    refuseNobody(mailing.audience)
    checkSubjects([mailing])
    const { move, changes } = starting(mailing.id, body.at, work)
    return withReport(mailings.move(mailing, move, changes), stores)
  },

  test: async (input, stores) => {
    const { addresses, user_id, dry_run } = input.body
    if (dry_run ? user_id === null || addresses.length > 0 : addresses.length === 0)
      throw new Refused(refusals.mailing_test_unclear)
    return dry_run ? runDry(input, stores) : sendToAddresses(input, stores)
  },
})

/** A locked mailing in the state that a request asks for. */
async function withStatus(
  status: 'stopped' | 'draft' | undefined,
  row: MailingRow,
  work: Work['work'],
  { mailings, messages }: Stores,
): Promise<MailingRow> {
  if (status === 'draft')
    return draftAgain(row, work, { moves: mailings, refusal: refusals.mailing_not_scheduled })
  if (status === 'stopped')
    return stopped(row, work, { moves: mailings, refusal: refusals.mailing_over, messages })
  return row
}
