// The gateway's own calls to services: look-ups, and calls for the platform team.
import type { ClientOf, Resource } from '@lms/contract'
import {
  type ClientScope,
  makeServiceClient,
  type SigningKey,
  type TokenSigner,
} from '@lms/service-host/front'

/** A typed client of a service, as the gateway. */
export type Ask = <T extends Record<string, Resource>>(
  service: string,
  resources: T,
  scope: ClientScope,
) => ClientOf<T>

export const makeAsk = (
  services: Readonly<Record<string, string>>,
  signing: SigningKey,
  signer: TokenSigner,
): Ask => makeServiceClient({ serviceAddresses: services, signing }, signer)
