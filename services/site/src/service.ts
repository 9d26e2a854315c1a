// The registry of schools and the domains they answer to.
import { schoolsAndDomains } from '../migrations/001-schools-and-domains.ts'
import { claimedDomains } from '../migrations/002-claimed-domains.ts'
import { nearestDomain } from '../migrations/003-nearest-domain.ts'
import { siteContract } from './contract.ts'
import { DomainEntity } from './domains/domain.entity.ts'
import { domainHandlers } from './domains/domain.handlers.ts'
import { proveDomainsJob } from './domains/proof.job.ts'
import { house } from './house.ts'
import { SchoolEntity } from './schools/school.entity.ts'
import { registryHandlers } from './schools/school.handlers.ts'

export const siteService = house.service({
  contract: siteContract,
  entities: [SchoolEntity, DomainEntity],
  migrations: [schoolsAndDomains, claimedDomains, nearestDomain],
  resources: [domainHandlers, registryHandlers],
  jobs: [proveDomainsJob],
})
