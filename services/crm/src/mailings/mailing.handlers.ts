import { Refused } from '@lms/contract'
import { crudHandlers, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { contentAfter, prepared, refuseOther, renderedIn } from '../content/prepare.ts'
import { checkSubjects } from '../messages/start.rules.ts'
import { refuseNobody } from '../sendings/audience.ts'
import { checkAudience } from '../sendings/check-audience.ts'
import { checkTopic, fresh, starting, stopping, unscheduling, withCounts } from '../sendings/course.ts'
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

  update: async (input, stores) => {
    const { status, ...changes } = input.body
    const { mailings } = stores
    const fields = Object.keys(changes).length > 0
    const seen = await mailings.get(input.path.id)
    if (fields) await checkTopic(changes.topic ?? seen.topic, stores)
    const content = fields ? await prepared(contentAfter(seen, changes), input) : {}
    const locked = await mailings.lock(input.path.id)
    const mailing = status === 'draft' ? draftOf(locked, input.work, stores) : locked
    if (fields && mailing.status !== 'draft') throw new Refused(refusals.mailing_not_draft)
    if (fields) refuseOther(mailing, seen, changes)
    if (changes.audience) await checkAudience(changes.audience, input, stores)
    if (status === 'draft' && !fields) return (await withCounts([mailing], stores))[0]!
    if (status !== 'stopped')
      return (await withCounts([mailings.save(mailing, { ...changes, ...content })], stores))[0]!
    // Once more changes nothing.
    if (mailing.status === 'stopped') return (await withCounts([mailing], stores))[0]!
    if (mailing.status !== 'running' && mailing.status !== 'scheduled')
      throw new Refused(refusals.mailing_over)
    const stopped = mailings.move(mailing, 'stop', await stopping(mailing, input.work, stores))
    mailings.tell(stopped)
    return (await withCounts([stopped], stores))[0]!
  },

  start: async ({ path, body, work }, { mailings }) => {
    const mailing = await mailings.lock(path.id)
    if (mailing.status !== 'draft') throw new Refused(refusals.mailing_not_draft)
    refuseNobody(mailing.audience)
    checkSubjects([mailing])
    const { move, changes } = starting(mailing.id, body.at, work)
    return { ...mailings.move(mailing, move, changes), after_stop: null }
  },

  test: sendToAddresses,
})

/** A scheduled mailing is a draft again; one that is a draft stays one. */
function draftOf(mailing: MailingRow, work: Work['work'], { mailings }: Stores): MailingRow {
  if (mailing.status === 'draft') return mailing
  if (mailing.status !== 'scheduled') throw new Refused(refusals.mailing_not_scheduled)
  return mailings.move(mailing, 'unschedule', unscheduling(mailing.id, work))
}
