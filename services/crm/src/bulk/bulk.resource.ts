import { maxOf, newId, Refused } from '@lms/contract'
import { enqueue, mapPage } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { checkSubjects } from '../messages/start.rules.ts'
import { needsOfSegments, refuseUnreadable } from '../segments/rule-readers.ts'
import { nobody } from '../sendings/audience.ts'
import { checkSender, type Sender, senderFor } from '../settings/sender.ts'
import { bulkActions, refusals } from './bulk.contract.ts'
import { bulkResultsOfPerson } from './bulk.data.ts'
import type { BulkAction } from './bulk.object.ts'
import { isClear, mayDo, permissionOf } from './bulk.rules.ts'
import { runBulkTask } from './bulk.run.ts'
import { BulkPersonEntity } from './bulk.store.ts'
import { runBulk } from './bulk.task.ts'

const bulkHandlers = builder.implement(bulkActions, {
  list: async ({ query }, { bulkActions }) =>
    mapPage(await bulkActions.page(query), row => ({ ...row, results: [] })),

  get: async ({ path }, { bulkActions }) => {
    const row = await bulkActions.get(path.id)
    return { ...row, results: await bulkActions.results(row.id) }
  },

  create: async ({ body, caller, work, runtime }, stores) => {
    if (!isClear(body)) throw new Refused(refusals.bulk_action_unclear)
    if (!mayDo(caller, body.kind))
      throw new Refused(
        refusals.bulk_beyond_own,
        `You lack the permission ${permissionOf(body.kind)}, which ${body.kind} needs. Use a key whose role and scope include it.`,
      )
    // The results name the members.
    refuseUnreadable(await needsOfSegments([body.segment_id], 'body.segment_id', stores), caller)
    const [mailing] = body.mailing_id === null ? [] : await stores.mailings.many([body.mailing_id])
    const sender = mailing ? await senderFor(mailing.topic, { work, runtime }, stores) : null
    await stores.people.holdCaller(caller)
    await stores.bulkActions.refuseBeyond(maxOf(bulkActions.create.bound)!)
    if ((await stores.segments.unknown([body.segment_id])).length)
      throw new Refused(refusals.bulk_segment_unknown)
    if (body.mailing_id !== null) await takeMailing(body, sender, stores)
    const bulkAction = stores.bulkActions.insert({
      ...stores.bulkActions.fresh(newId('blk')),
      ...body,
      ...{ key_id: caller.key, user_id: caller.user, on_behalf: caller.onBehalf },
      ...{ status: 'queued', failure: null, finished_at: null },
      counts: { audience: 0, waiting: 0, done: 0, unchanged: 0, refused: 0 },
    })
    enqueue(work, runBulk, { bulk_action_id: bulkAction.id }, { key: bulkAction.id })
    return { ...bulkAction, results: [] }
  },
})

/** Starts the draft of a mailing to the segment: nobody changes it, or starts it, from now on. */
async function takeMailing(
  { mailing_id, segment_id, dry_run }: Pick<BulkAction, 'mailing_id' | 'segment_id' | 'dry_run'>,
  sender: Sender | null,
  { mailings }: Stores,
): Promise<void> {
  if (!sender) throw new Refused(refusals.bulk_mailing_unknown)
  const mailing = await mailings.lockAnyVersion(mailing_id!)
  if (mailing.status !== 'draft') throw new Refused(refusals.bulk_mailing_unknown)
  checkSubjects([mailing])
  checkSender({ topic: mailing.topic, transports: [mailing.transport] }, sender)
  if (dry_run) return
  mailings.startFor(mailing, { ...nobody, segment_ids: [segment_id] })
}

export const bulkResource = builder.resource({
  handlers: [bulkHandlers],
  entities: [BulkPersonEntity],
  tasks: [runBulkTask],
  personalData: [bulkResultsOfPerson],
  used: { bulk_actions_limit_reached: ({ bulkActions }, most) => bulkActions.standing(most) },
  naming: {
    crs: (id, { bulkActions }) => bulkActions.naming('course_id', id),
    grp: (id, { bulkActions }) => bulkActions.naming('group_id', id),
    scn: (id, { bulkActions }) => bulkActions.naming('scenario_id', id),
    tag: (id, { bulkActions }) => bulkActions.naming('tag_id', id),
  },
})
