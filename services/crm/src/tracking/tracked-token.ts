// The token of a tracked link, or of the picture that tells an opening: the message, a number, and a signature.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Id, isId } from '@lms/contract'
import type { OutsideRuntime } from '@lms/service-host'

type Vault = OutsideRuntime['vault']

const use = 'tracked links'
/** 144 bits of the signature: whole characters of base64url, so that no other text has the same bytes. */
const signatureBytes = 18

/** What a hit is about besides the number of a link, from 1. */
export const opening = 0
/** The picture was loaded by a mail program, whether a person opens the mail or not. No token has it. */
export const prefetch = 1001
/** A link that no person sees. Whoever follows it follows every link. */
export const hiddenLink = 1000

/** `<message>.<number>.<signature>`. */
export function trackedToken(messageId: string, number: number, school: string, vault: Vault): string {
  const claim = `${messageId.slice('msg_'.length)}.${number}`
  return `${claim}.${signature(claim, school, vault.derive(use)).toString('base64url')}`
}

/** The message and number of a token; null if it is not one of this school. Older keys of the ring are valid. */
export function readTracked(
  token: string,
  school: string,
  vault: Vault,
): { id: Id<'msg'>; number: number } | null {
  const [, claim, message, number, sentSignature] =
    /^(([0-9a-z]{26})\.(\d{1,4}))\.([\w-]{24})$/.exec(token) ?? []
  const id = `msg_${message}`
  if (!sentSignature || !isId('msg', id)) return null
  const ours = Buffer.from(sentSignature, 'base64url')
  const keys = vault.derivedKeys(use)
  const valid = keys.some(({ key }) => timingSafeEqual(signature(claim!, school, key), ours))
  return valid ? { id, number: Number(number) } : null
}

const signature = (claim: string, school: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(`${school} ${claim}`).digest().subarray(0, signatureBytes)
