// What the specs of this service share: the registry as the gateway calls it, and schools' own domains.
import { clientOf, type Id } from '@lms/contract'
import { siblingTransport, TokenSigner } from '@lms/service-host'
import { newRequestId, type TestSystem } from '@lms/testing'
import { siteContract } from '../contract.ts'

/** The registry as the gateway calls it. */
export function registryOf(system: TestSystem) {
  const { clock } = system.configs.site!
  const signing = { name: 'gateway', privateKey: system.installation.signing.gateway!.privateKey }
  const config = { siblings: system.addresses, signing }
  const scope = { school: null, requestId: newRequestId() }
  const signer = new TokenSigner(signing, () => clock.now())
  return clientOf(siteContract.internal, siblingTransport(config, signer, 'site', scope)).registry
}

/** The domains of a school as its owner sees them. */
export const domainsOf = (system: TestSystem, school: string) =>
  system.client('site', siteContract.resources, system.caller({ school: school as Id<'sch'> })).domains
