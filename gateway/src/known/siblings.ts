// Calls of the gateway's own to services: what it looks up, and what the platform team asks for.
import type { ClientOf, Resource } from '@lms/contract'
import { makeSibling, type SiblingScope, type SigningKey, type TokenSigner } from '@lms/service-host/front'

/** A typed client of a service, speaking as the gateway. */
export type Ask = <T extends Record<string, Resource>>(
  service: string,
  resources: T,
  scope: SiblingScope,
) => ClientOf<T>

export const makeAsk = (
  services: Readonly<Record<string, string>>,
  signing: SigningKey,
  signer: TokenSigner,
): Ask => makeSibling({ siblings: services, signing }, signer)
