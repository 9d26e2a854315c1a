import { newId, Refused } from '@lms/contract'
import { missing, type Runtime, type UnitOfWork } from '@lms/service-host'
import { builder } from '../builder.ts'
import { readHost } from '../domains/domain.rules.ts'
import {
  confirmClaim,
  domainOf,
  giveDomain,
  giveFirstDomains,
  refusePublic,
  takeDomain,
} from '../domains/domain-activation.ts'
import { asPlatform } from './in-one-school.ts'
import { registry, type School, schoolRefusals } from './school.contract.ts'
import { changeLimits } from './school.rules.ts'
import { limitsOfSchool } from './school-limits.ts'
import { Registry } from './school-registry.ts'

const wholeSchool = async (id: string, runtime: Runtime): Promise<School> =>
  (await new Registry(runtime.system).many([id]))[0] ?? missing()

/** Publishes the school's state to every gateway, and to services that hold back work of suspended schools. */
const publishStatus = (work: UnitOfWork, status: School['status']) =>
  work.outgoing.invalidate({ kind: 'school', status })

const registryHandlers = builder.implement(registry, {
  resolve: async ({ body, runtime }) => {
    const host = readHost(body.host)
    return (host && (await new Registry(runtime.system).byHost(host))) || missing()
  },

  create: async ({ body, work, runtime }) => {
    const id = newId('sch')
    await asPlatform(
      id,
      'POST /operator/v1/schools',
      { work, runtime },
      async ({ schools, domains, work }) => {
        await giveFirstDomains([...new Set(body.domains)], { domains, work })
        const limits = changeLimits({}, body.limits)
        const times = { created_at: work.now, updated_at: work.now }
        return schools.insert({ id, name: body.name, status: 'active', limits, version: 1, ...times })
      },
    )
    return wholeSchool(id, runtime)
  },

  list: ({ query, runtime }) => new Registry(runtime.system).page(query),

  get: ({ path, runtime }) => wholeSchool(path.id, runtime),

  update: async ({ path, body, work, runtime }) => {
    await asPlatform(
      path.id,
      'PATCH /operator/v1/schools/{id}',
      { work, runtime },
      async ({ schools, work }) => {
        const school = await schools.lock(path.id)
        if (school.status === 'restoring') throw new Refused(schoolRefusals.school_restoring)
        const limits = changeLimits(school.limits, body.limits ?? {})
        const { name = school.name, status = school.status } = body
        publishStatus(work, status)
        return schools.change(school, { name, status, limits })
      },
    )
    return wholeSchool(path.id, runtime)
  },

  addDomain: ({ path, body, work, runtime }) =>
    asPlatform(path.id, 'POST /operator/v1/schools/{id}/domains', { work, runtime }, async within => {
      refusePublic(body.host)
      await within.schools.get(path.id)
      return domainOf(await giveDomain(body, within), runtime)
    }),

  confirmDomain: ({ path, body, work, runtime }) =>
    asPlatform(path.id, 'POST /operator/v1/schools/{id}/domains/confirm', { work, runtime }, async within =>
      domainOf((await confirmClaim(body.host, within)) ?? missing(), runtime),
    ),

  removeDomain: ({ path, body, work, runtime }) =>
    asPlatform(path.id, 'POST /operator/v1/schools/{id}/domains/remove', { work, runtime }, async within => {
      const id = await takeDomain(body.host, within)
      return id ? { id, deleted: true as const } : missing()
    }),

  batch: async ({ body, runtime }) => ({ schools: await new Registry(runtime.system).many(body.ids) }),
})

export const schoolResource = builder.resource({
  handlers: [registryHandlers],
  limits: limitsOfSchool,
})
