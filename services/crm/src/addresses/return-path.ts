// Where reports and replies to an e-mail go: the school, the message, and a signature in the local part of an address. It is
// as long as a local part may be (64, RFC 5321), and the same in any case, as servers may change it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, isId } from '@lms/contract'
import type { OutsideRuntime } from '@lms/service-host'

type Vault = OutsideRuntime['vault']

const use = 'return paths'
/** Characters of the signature, five bits each. */
const length = 12
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** The local part of the address. */
export function returnToken(messageId: string, school: string, vault: Vault): string {
  const claim = school.slice('sch_'.length) + messageId.slice('msg_'.length)
  return claim + signature(claim, vault.derive(use))
}

/** The message of a token; null if it is not one of this school. Tokens signed by an older key of the ring are valid. */
export function messageOfReturn(token: string, school: string, vault: Vault): Id<'msg'> | null {
  const [, claim, message, sentSignature] =
    /^([0-9a-z]{26}([0-9a-z]{26}))([0-9a-z]{12})$/.exec(token.toLowerCase()) ?? []
  const id = `msg_${message}`
  if (!sentSignature || `sch_${claim!.slice(0, 26)}` !== school || !isId('msg', id)) return null
  const isOurs = vault
    .derivedKeys(use)
    .some(({ key }) => timingSafeEqual(Buffer.from(signature(claim!, key)), Buffer.from(sentSignature)))
  return isOurs ? id : null
}

const signature = (claim: string, key: Buffer): string =>
  [...createHmac('sha256', key).update(claim).digest().subarray(0, length)]
    .map(byte => alphabet[byte % alphabet.length])
    .join('')
