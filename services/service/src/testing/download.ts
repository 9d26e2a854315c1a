// The bytes behind a link of the storage, as the gateway fetches them.
import type { Caller } from '@lms/contract'
import { TokenSigner, tokenHeader } from '@lms/service-host'
import type { TestSystem } from '@lms/testing'

export async function download(system: TestSystem, { school }: Caller, url: string): Promise<Response> {
  const { privateKey } = system.installation.signing.gateway!
  const signer = new TokenSigner({ name: 'gateway', privateKey }, () => system.clock.now())
  const token = signer.sign('site', { kind: 'service', service: 'gateway', school }, school)
  return fetch(`${system.addresses.site}/streams${new URL(url, 'http://school').pathname}`, {
    headers: { [tokenHeader]: token },
  })
}
