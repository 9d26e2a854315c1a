// Helpers of this service's specs: the registry as the gateway calls it, and schools' own domains.
import type { Id } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { siteContract } from '../contract.ts'

/** The registry as the gateway, or another program, calls it. */
export const registryOf = (system: TestSystem, as = 'gateway') =>
  system.internal('site', siteContract.internal, { as }).registry

/** The domains of a school as its owner sees them. */
export const domainsOf = (system: TestSystem, school: string) =>
  system.client('site', siteContract.resources, system.caller({ school: school as Id<'sch'> })).domains
