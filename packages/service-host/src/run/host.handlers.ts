import { isDeepStrictEqual } from 'node:util'
import {
  common,
  type Id,
  isId,
  type Prefix,
  prefixOf,
  Refused,
  settingsChange,
  settingsRefusals,
} from '@lms/contract'
import { readDatabaseTime } from '../database/rows.ts'
import type { Snapshots } from '../database/snapshots.ts'
import { step } from '../database/statements.ts'
import { defineService } from '../define-service.ts'
import { countsAbout, itemsAbout } from '../directory/personal-data.ts'
import { readToken } from '../kernel/file-links.ts'
import { archiveRefusals, hostOperations } from '../kernel/host.contract.ts'
import type { Implementation, Service } from '../service.ts'
import { archivedTasks, tasksTable } from '../tasks/archived-tasks.ts'
import { backlogOf } from '../tasks/backlog.ts'
import { allSums, figuresOf, shownStatus, sumsOf } from '../tasks/figures.ts'
import { retryFailed } from '../tasks/retry.ts'
import { archivedTables } from '../work/archived-table.ts'
import { closeSchool } from '../work/erased-school.ts'
import { missing } from '../work/row-reader.ts'
import type { Runtime } from '../work/runtime.ts'
import { schoolSettingsAmong } from '../work/school-settings.ts'
import { settingsAmong, settingsDetails } from '../work/settings-store.ts'
import { lazyStores } from '../work/stores.ts'
import { declaredHeard } from './bus-use.ts'
import { personalOf } from './erase-answers.ts'
import { limitsOf } from './limits.ts'
import { standingIn } from './pending-effects.ts'
import { rememberedOf, seenBy, unhandledBy } from './processed-events.ts'
import { behindReaders } from './reader-lag.ts'
import { removeRows } from './remove-rows.ts'
import { filledAmong, restoreRows } from './restore-rows.ts'
import { usageOf } from './usage.ts'

/** The host's own internal operations. */
export const hostImplementation = (
  service: Service,
  { ready, snapshots }: { ready: () => Promise<Record<string, boolean>>; snapshots: Snapshots },
): Implementation => {
  const Stores = lazyStores(service.stores)
  const { personalData = [] } = service
  checkDeclaredReferences(service)
  const Settings = settingsOf(service)
  const School = schoolSettingsAmong(service.stores)
  const changes = Settings && settingsChange(Settings.section)
  const unhandled = unhandledBy(service)
  const behind = behindReaders(service)
  const seen = seenBy(service)
  const archived = new Map([
    ...archivedTables(service.entities),
    [tasksTable, archivedTasks(service.contract.service, service.tasks ?? [])] as const,
  ])
  return defineService({}).implement(hostOperations, {
    handled: async ({ body, runtime }) => ({
      reactions: await rememberedOf(body.events, declaredHeard(service), runtime),
    }),

    unhandled: async ({ body, runtime }) => unhandled(body.events, runtime),

    seen: async ({ body, work, runtime }) => seen(body, work.school, runtime),

    standing: async ({ body, work, runtime }) => standingIn(body, work.school, runtime),

    objects: async ({ body, work }) => {
      const stores = new Stores(work)
      const byKind = [...Map.groupBy(new Set(body.ids), prefixOf)]
      const lists = await Promise.all(
        byKind.map(([kind, ids]) => service.objects?.[kind as Prefix]?.(ids, stores) ?? []),
      )
      return {
        objects: lists.flat().map(({ id, status = null, user_id = null }) => ({ id, status, user_id })),
      }
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
    queues: async ({ work, runtime }) => {
      const [tasks, readers] = await Promise.all([
        figuresOf(service.tasks ?? [], work),
        behind(work.school, runtime),
      ])
      return { queues: [...tasks, ...readers] }
    },

    backlog: async ({ runtime }) => ({ queues: await backlogOf(runtime) }),

    retry: async ({ path, work }) => ({ became: await retryFailed(path.queue, path.id, work) }),

    limits: async ({ work, runtime }) => ({
      limits: await limitsOf(service, { work, runtime }, new Stores(work)),
    }),

    usage: async ({ body, work }) => ({ figures: await usageOf(service, body.day, work) }),

    settings: async ({ work }) => ({ section: Settings ? await new Settings(work).show() : null }),

    keepSchool: async ({ body, work }) => {
      if (School) await new School(work).keep(body)
      return {}
    },

    changeSettings: async ({ body: { values, version, role }, work, runtime }) => {
      if (!Settings || !changes) throw new Refused(settingsRefusals.settings_section_unknown)
      const form = changes.safeParse(values)
      if (!form.success)
        throw new Refused(common.invalid_body, undefined, { details: settingsDetails(form.error) })
      const wrong = await Settings.asking(form.data as never, { work, runtime })
      if (wrong.length) throw new Refused(settingsRefusals.settings_invalid, undefined, { details: wrong })
      return new Settings(work).change(form.data, version, role, runtime.vault)
    },

    held: async ({ body, work }) => ({
      held: await countsAbout(body.user_id, personalData, new Stores(work)),
    }),

    data: async ({ body: { user_id, what, after }, work }) =>
      itemsAbout(
        user_id,
        personalData.find(each => each.what === what) ?? missing(),
        after,
        new Stores(work),
      ),

    tables: async () => {
      const names = [...archived.keys()].sort()
      const withoutOf = (name: string) => Object.keys(archived.get(name)!.returning.without ?? {})
      return {
        tables: names,
        last: names.filter(name => archived.get(name)!.returning.last),
        without: Object.fromEntries(
          names.flatMap(name => (withoutOf(name).length ? [[name, withoutOf(name)]] : [])),
        ),
      }
    },

    filled: async ({ work }) => {
      const names = [...archived.keys()].filter(name => name !== tasksTable).sort()
      return { tables: await filledAmong(names, work) }
    },

    restoreRows: ({ body, work, runtime }) => {
      const table = archived.get(body.table)
      if (!table) throw new Refused(archiveRefusals.table_not_archived)
      return restoreRows(table, body, { school: work.school, runtime })
    },

    closeSchool: async ({ work, runtime }) => {
      await closeSchool(work.school, runtime)
      return { closed: true as const }
    },

    removeRows: ({ body, work, runtime }) => removeRows(body.keep, { school: work.school, runtime }),

    rebuild: async ({ work, runtime }) => {
      const own = (await service.restored?.({ work, runtime }, new Stores(work))) ?? []
      const secrets = Settings ? await new Settings(work).forgetSecrets() : []
      const name = service.contract.service
      return { to_set: [...own, ...secrets.map(path => `the setting ${path} of ${name}`)] }
    },

    takeSnapshot: async () => snapshots.take(),

    endSnapshot: async ({ body }) => {
      await snapshots.end(body.snapshot)
      return { ended: true as const }
    },

    rows: async ({ body, work }) => {
      const table = archived.get(body.table)
      const misplaced = body.after && body.after.length !== table?.keySize
      if (!table || misplaced || (body.ids && !table.hasId))
        throw new Refused(archiveRefusals.table_not_archived)
      const { snapshot } = body
      let in_snapshot = false
      const page = await table.page(body, work, async step => {
        const result = snapshot ? await snapshots.read(snapshot, work.school, step) : null
        in_snapshot = result !== null
        return result ?? work.ask(step)
      })
      return { ...page, in_snapshot }
    },

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

/** The contract says to all services what this one answers for: each of its references has a handler, and no other. */
function checkDeclaredReferences({
  contract: { service, references = {} },
  objects,
  naming,
  files,
}: Service) {
  const pairs = [
    [references.owns, objects, 'objects'],
    [references.names, naming, 'naming'],
    [references.files, files, 'files'],
  ] as const
  for (const [declared = [], answered = {}, what] of pairs)
    if (!isDeepStrictEqual(new Set<string>(declared), new Set(Object.keys(answered))))
      throw new Error(`The contract of ${service} and its ${what} declare different references.`)
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
    status: shownStatus(status!),
    failures: Number(failures),
    error: error ?? null,
    due_at: readDatabaseTime(due!),
    created_at: readDatabaseTime(created!),
  }))
}
