import {
  type BodyOf,
  common,
  type Id,
  isId,
  type Prefix,
  prefixOf,
  Refused,
  settingsChange,
  settingsRefusals,
} from '@lms/contract'
import { timeOfId } from '../database/partitions.ts'
import { readDatabaseTime } from '../database/rows.ts'
import { step, textArray } from '../database/statements.ts'
import { heldAbout, itemsAbout } from '../directory/personal-data.ts'
import { readToken } from '../kernel/file-links.ts'
import { hostOperations } from '../kernel/host.contract.ts'
import { defineService, type Implementation, type Reaction, type Service } from '../service.ts'
import { allSums, figuresOf, sumsOf } from '../tasks/figures.ts'
import { retryFailed } from '../tasks/retry.ts'
import type { Runtime } from '../work/runtime.ts'
import { settingsAmong, settingsDetails } from '../work/settings-store.ts'
import { missing } from '../work/store.ts'
import { lazyStores } from '../work/stores.ts'
import { consumerOf, declaredReactions, reactionsOf } from './bus-use.ts'
import { personalOf } from './erase-answers.ts'
import { inboxDays } from './upkeep.ts'

/** The host's own internal operations. */
export const hostImplementation = (
  service: Service,
  ready: () => Promise<Record<string, boolean>>,
): Implementation => {
  const Stores = lazyStores(service.stores)
  const { personalData = [] } = service
  const Settings = settingsOf(service)
  const changes = Settings && settingsChange(Settings.section)
  return defineService({}).implement(hostOperations, {
    handled: async ({ body, runtime }) => ({
      reactions: await reactionsTo(body.events, declaredReactions(service), runtime),
    }),

    unhandled: async ({ body, runtime }) => {
      const reactions = reactionsOf(service)
      const found = await reactionsTo(body.events, reactions, runtime)
      return {
        reacts_to: [...new Set(reactions.map(({ to }) => to.type))],
        unhandled: [
          ...new Set(found.filter(({ handled_at }) => handled_at === null).map(({ event_id }) => event_id)),
        ],
      }
    },

    objects: async ({ body, work }) => {
      const stores = new Stores(work)
      const byKind = [...Map.groupBy(new Set(body.ids), prefixOf)]
      const found = await Promise.all(
        byKind.map(([kind, ids]) => service.objects?.[kind as Prefix]?.(ids, stores) ?? []),
      )
      return { objects: found.flat().map(({ id, status = null }) => ({ id, status })) }
    },

    naming: async ({ body, work }) => {
      const naming = service.naming?.[prefixOf(body.id) as Prefix]
      return { objects: naming ? [...(await naming(body.id, new Stores(work)))] : [] }
    },

    file: async ({ path, work, runtime }) => {
      const id = readToken(runtime.vault, path.token, work.school, runtime.clock.now())
      const file = id && (await service.files?.[prefixOf(id) as Prefix]?.(id, new Stores(work), runtime))
      return file || missing()
    },

    trace: async ({ path, runtime }) => {
      const rows = await runtime.system.rows(
        step(
          `select id, school_id, subject, created_at, case when subject like 'internal.%.audit.%' then payload end
           from (select position, id, school_id, subject, created_at, payload, request_id
                 from "${runtime.service}".outbox
                 union all
                 select position, id, school_id, subject, created_at, payload, request_id
                 from "${runtime.service}".outbox_set_aside) o
           where request_id = $1 order by position limit 200`,
          [path.requestId],
        ),
      )
      const outbox = rows.map(([id, school_id, subject, created_at, payload]) => ({
        id: id!,
        school_id: school_id!,
        subject: subject!,
        created_at: readDatabaseTime(created_at!),
        payload: payload ?? null,
      }))
      return { service: runtime.service, outbox, tasks: await tasksOf(path.requestId, runtime) }
    },
    queues: async ({ work }) => ({ queues: await figuresOf(service.tasks ?? [], work) }),

    retry: async ({ path, work }) => ({ became: await retryFailed(path.queue, path.id, work) }),

    settings: async ({ work }) => ({ section: Settings ? await new Settings(work).shown() : null }),

    changeSettings: async ({ body: { values, version }, work }) => {
      if (!Settings || !changes) throw new Refused(settingsRefusals.settings_section_unknown)
      const form = changes.safeParse(values)
      if (!form.success)
        throw new Refused(common.invalid_body, undefined, { details: settingsDetails(form.error) })
      return new Settings(work).change(form.data, version)
    },

    held: async ({ body, work }) => ({ held: await heldAbout(body.user_id, personalData, new Stores(work)) }),

    data: async ({ body: { user_id, what, after }, work }) =>
      itemsAbout(
        user_id,
        personalData.find(each => each.what === what) ?? missing(),
        after,
        new Stores(work),
      ),

    personal: async () => ({ events: Object.fromEntries(personalOf(service.contract)) }),

    health: async ({ work, runtime }) => {
      const ofSchool = isId('sch', work.school) ? work.school : null
      const mine = '$1::text is null or school_id = $1'
      const [row] = await runtime.system.rows(
        step(
          `select count(*), coalesce(extract(epoch from now() - min(created_at)), 0),
             (select count(*) from "${runtime.service}".outbox_set_aside where ${mine})
           from (select school_id, created_at from "${runtime.service}".outbox order by position limit 10000) o
           where ${mine}`,
          [ofSchool],
        ),
      )
      const sums = ofSchool ? sumsOf(service.tasks ?? [], work) : allSums(runtime)
      return {
        service: runtime.service,
        parts: await ready(),
        tasks: await sums,
        outbox: {
          waiting: Number(row![0]),
          oldest_seconds: Math.max(0, Number(row![1])),
          set_aside: Number(row![2]),
        },
      }
    },
  })
}

/** The settings among the service's stores; the contract declares the same section, for the documents. */
function settingsOf({ stores, contract }: Service) {
  const settings = settingsAmong(stores)
  if (settings?.section !== contract.settings)
    throw new Error(`The contract of ${contract.service} and its stores declare different settings.`)
  return settings
}

/** Tasks of a request that are not done, or failed for good. */
async function tasksOf(requestId: string, { system, service }: Runtime) {
  const rows = await system.rows(
    step(
      `select id, school_id, queue, status, failures, error, due_at, created_at from "${service}".tasks
       where request_id = $1 order by id limit 200`,
      [requestId],
    ),
  )
  return rows.map(([id, school_id, queue, status, failures, error, due, created]) => ({
    id: id as Id<'job'>,
    school_id: school_id!,
    queue: queue!,
    status: status as 'ready',
    failures: Number(failures),
    error: error ?? null,
    due_at: readDatabaseTime(due!),
    created_at: readDatabaseTime(created!),
  }))
}

/** The reactions to some events. Events that were processed before the inbox's retention are absent. */
async function reactionsTo(
  events: BodyOf<typeof hostOperations.handled>['events'],
  reactions: readonly Reaction[],
  { system, service, clock }: Runtime,
) {
  const pairs = events.flatMap(event =>
    reactions
      .filter(({ to }) => to.type === event.type)
      .map(reaction => ({
        event,
        reaction: reaction.name,
        durable: consumerOf(service, reaction).durable,
      })),
  )
  if (pairs.length === 0) return []
  const rows = await system.rows(
    step(
      `select i.consumer, i.event_id, i.handled_at
       from unnest($1::text[], $2::text[], $3::text[]) k(school_id, consumer, event_id)
       join "${service}".inbox i on i.school_id = k.school_id and i.consumer = k.consumer and i.event_id = k.event_id`,
      [
        textArray(pairs.map(({ event }) => event.school_id)),
        textArray(pairs.map(({ durable }) => durable)),
        textArray(pairs.map(({ event }) => event.id)),
      ],
    ),
  )
  const handled = new Map(rows.map(([durable, id, at]) => [`${durable} ${id}`, readDatabaseTime(at!)]))
  const remembered = clock.now().getTime() - inboxDays * 24 * 3600_000
  return pairs.flatMap(({ event: { id }, reaction, durable }) => {
    const handled_at = handled.get(`${durable} ${id}`) ?? null
    return handled_at || timeOfId(id).getTime() > remembered ? [{ event_id: id, reaction, handled_at }] : []
  })
}
