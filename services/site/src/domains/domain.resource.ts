import { Refused } from '@lms/contract'
import { mapPage } from '@lms/service-host'
import { builder } from '../builder.ts'
import { domains, refusals } from './domain.contract.ts'
import { isLocal, isReserved } from './domain.rules.ts'
import { claimDomain, domainOf, giveDomain, refusePublic, removeDomain } from './domain-activation.ts'
import { domainTargetSetting } from './domain-settings.ts'

const domainHandlers = builder.implement(domains, {
  list: async ({ query, runtime }, { domains }) =>
    mapPage(await domains.page(query), row => domainOf(row, runtime)),

  add: async ({ body, work, runtime }, { domains }) => {
    const within = { domains, work }
    // On a developer's machine, local names belong to nobody else.
    if (isLocal(body.host) && runtime.config.settings.LMS_LOCAL_DOMAINS === '1')
      return domainOf(await giveDomain(body, within), runtime)
    if (isReserved(body.host)) throw new Refused(refusals.domain_reserved)
    refusePublic(body.host)
    return domainOf(await claimDomain(body, within), runtime)
  },

  get: async ({ path, runtime }, { domains }) => domainOf(await domains.get(path.id), runtime),

  delete: async ({ path, work }, { domains }) => {
    const [present, domain] = await Promise.all([domains.lockAll(), domains.lock(path.id)])
    removeDomain(domain, present, { domains, work })
    return { id: domain.id, deleted: true as const }
  },
})

export const domainResource = builder.resource({
  handlers: [domainHandlers],
  settings: [domainTargetSetting],
  used: { domains_limit_reached: ({ domains }, most) => domains.standing(most) },
})
