// Links of a message to pages about itself: the message with a signature. They never expire: whoever finds an old mail may say no.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, isId } from '@lms/contract'
import type { OutsideRuntime } from '@lms/service-host'

type Vault = OutsideRuntime['vault']

/** The pages, each with what its links are signed for: the choice of what one gets, and the mail in a browser. */
const uses = { unsubscribe: 'unsubscribing links', mails: 'views of mails' } as const
export type MessagePage = keyof typeof uses
/** 144 bits of the signature: whole characters of base64url, so that no other text has the same bytes. */
const signatureBytes = 18

/** `{site_url}/<page>/<message>.<signature>`. */
export function messageLink(
  page: MessagePage,
  messageId: string,
  { url, school, vault }: { url: string; school: string; vault: Vault },
): string {
  const claim = messageId.slice('msg_'.length)
  return `${url}/${page}/${claim}.${signature(claim, school, vault.derive(uses[page])).toString('base64url')}`
}

/** The message of a token; null if it is not one of this school and page. Tokens signed by an older key of the ring are valid. */
export function messageOfToken(
  page: MessagePage,
  token: string,
  { school, vault }: { school: string; vault: Vault },
): Id<'msg'> | null {
  const [, claim, sentSignature] = /^([0-9a-z]{26})\.([\w-]{24})$/.exec(token) ?? []
  const id = `msg_${claim}`
  if (!sentSignature || !isId('msg', id)) return null
  const ours = Buffer.from(sentSignature, 'base64url')
  const keys = vault.derivedKeys(uses[page])
  return keys.some(({ key }) => timingSafeEqual(signature(claim!, school, key), ours)) ? id : null
}

const signature = (claim: string, school: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(`${school} ${claim}`).digest().subarray(0, signatureBytes)
