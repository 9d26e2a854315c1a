// Links to bytes at a school's own address. Each claim of a link is signed, and so is its school; nothing is stored.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Vault } from '@lms/service-host'
import type { Disposition } from './storage.ts'

/** A link to send one part of an upload. */
export interface UploadClaims {
  readonly method: 'PUT'
  readonly key: string
  readonly upload: string
  readonly part: number
  readonly size: number
  readonly type: string
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** A link to fetch an object. */
export interface DownloadClaims {
  readonly method: 'GET'
  readonly key: string
  readonly name: string
  readonly type: string
  readonly disposition: Disposition
  readonly expires: number
}

export type FileClaims = UploadClaims | DownloadClaims

/** A lasting address of an object that pages show. The bytes behind it never change. */
export interface MediaClaims {
  readonly key: string
  readonly type: string
}

interface Uses {
  files: FileClaims
  media: MediaClaims
}

const signature = (key: Buffer, school: string, claims: string) =>
  createHmac('sha256', key).update(`${school}\n${claims}`).digest('base64url')
const keyUse = (use: keyof Uses) => `links to ${use} in the storage`

/** `/files/<claims>.<signature>` or `/media/<claims>.<signature>`, for the address of the school of the key. */
export function linkPath<U extends keyof Uses>(vault: Vault, use: U, claims: Uses[U]): string {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const [school] = claims.key.split('/')
  return `/${use}/${text}.${signature(vault.derive(keyUse(use)), school!, text)}`
}

/** The claims of a token that was signed for this school; null for any other text. An expiry is the caller's to check. */
export function readLink<U extends keyof Uses>(
  vault: Vault,
  use: U,
  token: string,
  school: string,
): Uses[U] | null {
  const [text, tokenSignature, ...rest] = token.split('.')
  if (!text || !tokenSignature || rest.length) return null
  const signed = vault
    .derivedKeys(keyUse(use))
    .some(({ key }) => isSame(tokenSignature, signature(key, school, text)))
  return signed ? JSON.parse(Buffer.from(text, 'base64url').toString()) : null
}

function isSame(candidate: string, right: string): boolean {
  const [one, other] = [Buffer.from(candidate), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The lasting path of a picture or another object that pages show, at the school's own address. */
export const mediaPath = (
  vault: Vault,
  { school, file, variant, type }: { school: string; file: string; variant: string | null; type: string },
): string => linkPath(vault, 'media', { key: [school, file, variant].filter(Boolean).join('/'), type })
