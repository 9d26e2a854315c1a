// The token of an unsubscribing link: the message with a signature. Links never expire: whoever finds an old mail may say no.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, isId } from '@lms/contract'
import type { OutsideRuntime } from '@lms/service-host'

type Vault = OutsideRuntime['vault']

const use = 'unsubscribing links'
/** 144 bits of the signature: whole characters of base64url, so that no other text has the same bytes. */
const signatureBytes = 18

/** `<message>.<signature>`. */
export const unsubscribeToken = (id: string, school: string, vault: Vault): string => {
  const claim = id.slice('msg_'.length)
  return `${claim}.${signature(claim, school, vault.derive(use)).toString('base64url')}`
}

/** The message of a token; null if it is not one of this school. Tokens signed by an older key of the ring are valid. */
export function messageOfToken(token: string, school: string, vault: Vault): Id<'msg'> | null {
  const [, claim, sentSignature] = /^([0-9a-z]{26})\.([\w-]{24})$/.exec(token) ?? []
  const id = `msg_${claim}`
  if (!sentSignature || !isId('msg', id)) return null
  const ours = Buffer.from(sentSignature, 'base64url')
  const keys = vault.derivedKeys(use)
  return keys.some(({ key }) => timingSafeEqual(signature(claim!, school, key), ours)) ? id : null
}

const signature = (claim: string, school: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(`${school} ${claim}`).digest().subarray(0, signatureBytes)
