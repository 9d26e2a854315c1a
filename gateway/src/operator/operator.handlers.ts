// The platform team's API, forwarded to the responsible services.

import { figuresRebuilding } from '@lms/analytics/contract'
import {
  type AnswerOf,
  type BodyOf,
  common,
  formatTime,
  type Id,
  type Operation,
  type PathOf,
  Refused,
} from '@lms/contract'
import { rebuilding } from '@lms/crm/contract'
import { badgeKeyRotation } from '@lms/learning/contract'
import { restores, usageInternalApi } from '@lms/service/contract'
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
  requestId: string
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
  const schools = (requestId: string) => ask('site', { registry }, { school: null, requestId }).registry
  /** A school that is there and whole. */
  const wholeSchool = async (path: { id: string }, requestId: string) => {
    const school = await schools(requestId).get({ path })
    if (school.status === 'restoring') throw new Refused(schoolRefusals.school_restoring)
    return school
  }
  // A school that is restored is not there yet.
  const restoring = (path: { id: string }, requestId: string) =>
    ask('service', { restores }, { school: path.id, requestId }).restores
  return {
    createSchool: ({ body, requestId }) => schools(requestId).create({ body }),
    schools: ({ query, requestId }) => schools(requestId).list({ query }),
    school: ({ path, requestId }) => schools(requestId).get({ path }),
    changeSchool: ({ path, body, requestId }) => schools(requestId).update({ path, body }),
    addDomain: ({ path, body, requestId }) => schools(requestId).addDomain({ path, body }),
    confirmDomain: ({ path, body, requestId }) => schools(requestId).confirmDomain({ path, body }),
    removeDomain: ({ path, body, requestId }) => schools(requestId).removeDomain({ path, body }),

    issueKey: async ({ path, body, requestId }) => {
      const school = await wholeSchool(path, requestId)
      const { keyInternalApi: keys } = ask(
        'users',
        { keyInternalApi },
        { school: school.id as Id<'sch'>, requestId },
      )
      return keys.issueFirst({ body })
    },

    beginRestore: ({ path, body, requestId }) => restoring(path, requestId).begin({ body }),
    sendArchive: ({ path, body, requestId }) => restoring(path, requestId).take({ body }),
    runRestore: ({ path, body, requestId }) => restoring(path, requestId).run({ body }),
    giveRestoreUp: ({ path, requestId }) => restoring(path, requestId).giveUp(),
    restore: ({ path, requestId }) => restoring(path, requestId).get({}),

    rebuildCrm: async ({ path, requestId }) => {
      const school = await wholeSchool(path, requestId)
      const scope = { school: school.id as Id<'sch'>, requestId }
      return ask('crm', { rebuilding }, scope).rebuilding.rebuild()
    },

    rebuildAnalytics: async ({ path, requestId }) => {
      const school = await wholeSchool(path, requestId)
      const scope = { school: school.id as Id<'sch'>, requestId }
      return ask('analytics', { figuresRebuilding }, scope).figuresRebuilding.rebuild()
    },

    rotateBadgeKey: async ({ path, requestId }) => {
      const school = await wholeSchool(path, requestId)
      const scope = { school: school.id as Id<'sch'>, requestId }
      return ask('learning', { badgeKeyRotation }, scope).badgeKeyRotation.rotate()
    },

    setMessenger: async ({ path, body, requestId }) => {
      const school = await wholeSchool(path, requestId)
      const scope = { school: school.id as Id<'sch'>, requestId }
      return ask('users', { messengerInternalApi }, scope).messengerInternalApi.set({ body })
    },

    usage: ({ query, requestId }) => {
      const { from = '', to = '', after = null } = query
      return ask('service', { usageInternalApi }, { school: null, requestId }).usageInternalApi.schools({
        body: { from, to, after },
      })
    },

    usageOfSchool: async ({ path, query, requestId }) => {
      const { from = '', to = '' } = query
      const school = await schools(requestId).get({ path })
      const scope = { school: school.id as Id<'sch'>, requestId }
      return ask('service', { usageInternalApi }, scope).usageInternalApi.days({ body: { from, to } })
    },

    trace: async ({ path, requestId }) => {
      const gathered = await gather(path.requestId, services, (service, resources, school) =>
        ask(service, resources, { school: (school ?? null) as Id<'sch'> | null, requestId }),
      )
      const tree = treeOf(path.requestId, gathered)
      const { requests, transactions, events, tasks, away: unavailable } = tree
      const lists = [requests, transactions, events, tasks, unavailable]
      if (lists.every(({ length }) => length === 0))
        throw new Refused(common.not_found, 'There are no records of this request id.')
      return tree
    },

    health: async ({ requestId }) => {
      const answers = await Promise.allSettled(
        services.map(name =>
          ask(name, { hostOperations }, { school: null, requestId }).hostOperations.health(),
        ),
      )
      const unavailable = services.filter((_, index) => answers[index]!.status === 'rejected')
      return {
        services: answers.flatMap(each => (each.status === 'fulfilled' ? [each.value] : [])),
        away: unavailable,
      }
    },

    load: async () => ({ at: formatTime(now()), schools: load.read() }),
  }
}

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
