// The platform team's API, forwarded to the responsible services.

import { figuresRebuilding } from '@lms/analytics/contract'
import {
  type AnswerOf,
  type BodyOf,
  type ClientOf,
  common,
  formatTime,
  type Id,
  isId,
  type Operation,
  type PathOf,
  Refused,
} from '@lms/contract'
import { rebuilding } from '@lms/crm/contract'
import { badgeKeyRotation } from '@lms/learning/contract'
import {
  auditInternalApi,
  erasures,
  operatorActions,
  restores,
  usageInternalApi,
} from '@lms/service/contract'
import { hostOperations } from '@lms/service-host/front'
import { registry, schoolRefusals } from '@lms/site/contract'
import { keyInternalApi, messengerInternalApi } from '@lms/users/contract'
import type { Ask } from '../cache/service-clients.ts'
import type { Load } from '../usage/load.ts'
import { operator } from './operator.contract.ts'
import { treeOf } from './trace.ts'
import { gather } from './trace-gather.ts'

export interface OperatorCall<O> {
  path: PathOf<O>
  body: BodyOf<O>
  /** The query as it was sent, for lists. */
  query: Record<string, string>
  by: By
}

/** The request, and who of the platform team makes it. */
export interface By {
  requestId: string
  operator: string
}
type Handlers = {
  [N in keyof typeof operator]: (
    call: OperatorCall<(typeof operator)[N]>,
  ) => Promise<AnswerOf<(typeof operator)[N]>>
}

export interface OperatorHandlersParts {
  services: readonly string[]
  ask: Ask
  load: Load
  now(): Date
}

/** A handler for every operation of the platform team. */
export function operatorHandlers({ services, ask, load, now }: OperatorHandlersParts): Handlers {
  const schools = (by: By) => ask('site', { registry }, { school: null, ...by }).registry
  /** Asks every service the same, and names those that do not answer. */
  const askAll = async <T>(
    by: By,
    question: (host: ClientOf<{ host: typeof hostOperations }>['host']) => Promise<T>,
  ) => {
    const outcomes = await Promise.allSettled(
      services.map(name => question(ask(name, { hostOperations }, { school: null, ...by }).hostOperations)),
    )
    return {
      answers: outcomes.flatMap((each, index) =>
        each.status === 'fulfilled' ? [{ service: services[index]!, value: each.value }] : [],
      ),
      away: services.filter((_, index) => outcomes[index]!.status === 'rejected'),
    }
  }
  /** A school that is there and whole. */
  const wholeSchool = async (path: { id: string }, by: By) => {
    const school = await schools(by).get({ path })
    if (school.status === 'restoring') throw new Refused(schoolRefusals.school_restoring)
    if (school.status === 'erasing') throw new Refused(schoolRefusals.school_erasing)
    return school
  }
  /** Inside a school that is there and whole. */
  const inside = async (path: { id: string }, by: By) => ({
    school: (await wholeSchool(path, by)).id as Id<'sch'>,
    ...by,
  })
  // A school that is restored is not there yet.
  const restoring = (path: { id: string }, by: By) =>
    ask('service', { restores }, { school: path.id, ...by }).restores
  // One that was erased is not there any more.
  const erasing = (path: { id: string }, by: By) =>
    ask('service', { erasures }, { school: path.id, ...by }).erasures
  return {
    createSchool: ({ body, by }) => schools(by).create({ body }),
    schools: ({ query, by }) => schools(by).list({ query }),
    school: ({ path, by }) => schools(by).get({ path }),
    changeSchool: ({ path, body, by }) => schools(by).update({ path, body }),
    addDomain: ({ path, body, by }) => schools(by).addDomain({ path, body }),
    confirmDomain: ({ path, body, by }) => schools(by).confirmDomain({ path, body }),
    domainTargets: async ({ by }) => {
      const targets: string[] = []
      let cursor: string | null = null
      do {
        const query: Record<string, string> = { limit: '1000', ...(cursor && { cursor }) }
        const page: Awaited<ReturnType<ReturnType<typeof schools>['list']>> = await schools(by).list({
          query,
        })
        for (const { status, domains } of page.data)
          if (status === 'active') targets.push(...domains.filter(isPublic).map(host => `${host}:443`))
        cursor = page.next_cursor
      } while (cursor !== null && targets.length < maxTargets)
      return [{ targets: targets.slice(0, maxTargets), labels: {} }]
    },
    removeDomain: ({ path, body, by }) => schools(by).removeDomain({ path, body }),

    issueKey: async ({ path, body, by }) => {
      const scope = await inside(path, by)
      return ask('users', { keyInternalApi }, scope).keyInternalApi.issueFirst({ body })
    },

    beginRestore: ({ path, body, by }) => restoring(path, by).begin({ body }),
    sendArchive: ({ path, body, by }) => restoring(path, by).take({ body }),
    runRestore: ({ path, body, by }) => restoring(path, by).run({ body }),
    giveRestoreUp: ({ path, by }) => restoring(path, by).giveUp(),
    restore: ({ path, by }) => restoring(path, by).get({}),

    eraseSchool: ({ path, body, by }) => erasing(path, by).begin({ body }),
    erasure: ({ path, by }) => erasing(path, by).get({}),
    erasures: ({ query, by }) => {
      const before = isId('sch', query.before ?? '') ? (query.before as Id<'sch'>) : null
      return ask('service', { erasures }, { school: null, ...by }).erasures.all({ body: { before } })
    },

    actions: ({ query, by }) => {
      const { before = '', operator = null, school_id = null } = query
      const body = { before: isId('req', before) ? before : null, operator, school_id }
      return ask('service', { operatorActions }, { school: null, ...by }).operatorActions.all({ body })
    },

    rebuildCrm: async ({ path, by }) => {
      const scope = await inside(path, by)
      return ask('crm', { rebuilding }, scope).rebuilding.rebuild()
    },

    rebuildAnalytics: async ({ path, by }) => {
      const scope = await inside(path, by)
      return ask('analytics', { figuresRebuilding }, scope).figuresRebuilding.rebuild()
    },

    rotateBadgeKey: async ({ path, by }) => {
      const scope = await inside(path, by)
      return ask('learning', { badgeKeyRotation }, scope).badgeKeyRotation.rotate()
    },

    setMessenger: async ({ path, body, by }) => {
      const scope = await inside(path, by)
      return ask('users', { messengerInternalApi }, scope).messengerInternalApi.set({ body })
    },

    usage: ({ query, by }) => {
      const { from = '', to = '', after = null } = query
      return ask('service', { usageInternalApi }, { school: null, ...by }).usageInternalApi.schools({
        body: { from, to, after },
      })
    },

    usageOfSchool: async ({ path, query, by }) => {
      const { from = '', to = '' } = query
      const school = await schools(by).get({ path })
      const scope = { school: school.id as Id<'sch'>, ...by }
      return ask('service', { usageInternalApi }, scope).usageInternalApi.days({ body: { from, to } })
    },

    trace: async ({ path, by }) => {
      const gathered = await gather(path.requestId, services, (service, resources, school) =>
        ask(service, resources, { school: (school ?? null) as Id<'sch'> | null, ...by }),
      )
      const tree = treeOf(path.requestId, gathered)
      const { requests, transactions, events, tasks, away: unavailable } = tree
      const lists = [requests, transactions, events, tasks, unavailable]
      if (lists.every(({ length }) => length === 0))
        throw new Refused(common.not_found, 'There are no records of this request id.')
      // Each school learns that its request was looked at; without that nothing is shown.
      const traced = { body: { request_id: path.requestId } }
      const ids = new Set(
        [...requests, ...transactions, ...events, ...tasks].flatMap(each => each.school_id ?? []),
      )
      // One after the other: a client's own id of a request may be that of hundreds of schools.
      for (const school of ids)
        await ask('service', { auditInternalApi }, { school, ...by }).auditInternalApi.traced(traced)
      return tree
    },

    health: async ({ by }) => {
      const { answers, away } = await askAll(by, host => host.health())
      return { services: answers.map(({ value }) => value), away }
    },

    queues: async ({ by }) => {
      const { answers, away } = await askAll(by, host => host.backlog())
      const queues = answers.flatMap(({ service, value }) =>
        value.queues.map(queue => ({ service, ...queue })),
      )
      return {
        queues: queues.sort((one, other) => other.failed - one.failed || other.length - one.length),
        away,
      }
    },

    keys: ({ query, by }) => {
      const after = isId('key', query.after ?? '') ? (query.after as Id<'key'>) : null
      return ask('users', { keyInternalApi }, { school: null, ...by }).keyInternalApi.ofAll({
        body: { after },
      })
    },

    load: async () => ({ at: formatTime(now()), schools: load.read() }),
  }
}

/** Domains that a monitor looks at. */
const maxTargets = 20_000

/** Names of one's own machine have no certificate. */
const isPublic = (host: string) => host.includes('.') && !/(^|\.)(localhost|local|internal)$/.test(host)

export interface OperatorRoute {
  operation: Operation
  handle(call: OperatorCall<Operation>): Promise<unknown>
  pattern: RegExp
}

/** Every operation with its handler and a pattern of its path. */
export const operatorRoutes = (handlers: Handlers): OperatorRoute[] =>
  Object.entries(operator).map(([name, operation]) => ({
    operation,
    handle: handlers[name as keyof Handlers] as never,
    pattern: new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
