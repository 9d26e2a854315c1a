// The bytes of files. Clients send and fetch them by signed links, directly where the store has an address of its own;
// rows of the files say what the bytes are.
import type { Readable } from 'node:stream'
import { mebibyte } from './file.object.ts'

export interface StoredObject {
  /** `<school>/<file>`, or `<school>/<file>/<variant>`. */
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** The media type. */
  readonly type: string
}

/** An object that is being uploaded, in parts (`partsOf`). */
export interface Upload extends StoredObject {
  /** Of `begin`. A second upload of the same object has another id. */
  readonly uploadId: string
  /** The sizes of its parts, all alike but the last; those of `partsOf` unless it says so. */
  readonly parts?: readonly number[]
}

export type OpenUpload = Pick<Upload, 'key' | 'uploadId'>

export interface UploadPart {
  /** From 1. */
  readonly number: number
  /** Bytes. */
  readonly size: number
}

export interface UploadLink {
  /** The number of the part, from 1. */
  readonly number: number
  readonly method: 'PUT'
  /** An address, or a path at the school's own address. */
  readonly url: string
  /** Headers to send with the part, besides its length. */
  readonly headers: Readonly<Record<string, string>>
  /** The exact bytes of the part. */
  readonly size: number
}

export type Disposition = 'inline' | 'attachment'

export interface Download {
  /** The name that a browser saves it under. */
  readonly name: string
  readonly type: string
  /** `inline` shows the types that are safe to show; everything else is saved. */
  readonly disposition: Disposition
  readonly expiresAt: Date
}

/** The first and the last byte, from 0, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface StoredFacts {
  readonly size: number
  readonly modified: Date
}

/** A page of the files that have bytes, or an unfinished upload, in the store. */
export interface StoredPage {
  readonly files: readonly { readonly school: string; readonly id: string; readonly modified: Date }[]
  /** The beginning of the next page; null after the last. */
  readonly next: string | null
}

/** A call of the store; the signal ends it. */
export interface StorageCall {
  readonly signal: AbortSignal
}

/**
 * A store of bytes. Calls throw `StorageFull` without space, and other errors where the store is away; a repetition
 * is harmless. No link can be used for another object, method, part, length or type than it was made for.
 */
export interface Storage {
  readonly kind: 'disk' | 's3'
  /** The origin of its links, for content policies; null: the school's own address. */
  readonly origin: string | null
  /** Makes room for an upload. Returns its id. */
  begin(object: StoredObject, call: StorageCall): Promise<string>
  /** A link for each part. They stop working when they expire, and when the upload is finished or removed. */
  uploadLinks(upload: Upload, expiresAt: Date): Promise<UploadLink[]>
  /** Stores a part of an upload of the platform's own. A part that exists is replaced. */
  writePart(upload: OpenUpload, part: UploadPart, source: Readable, call: StorageCall): Promise<void>
  /** Makes the object of its parts; throws `UploadIncomplete` if one is missing. From here on no link changes it. */
  finish(upload: Upload, call: StorageCall): Promise<void>
  /** A finished object; null if there is none. */
  stat(key: string, call: StorageCall): Promise<StoredFacts | null>
  /** The bytes of a finished object, or a range of them. Throws `NoObject` if there is none. */
  read(key: string, range: ByteRange | null, call: StorageCall): Promise<Readable>
  /** Stores an object of the platform's own: a variant. An object that exists is replaced as a whole. */
  write(object: StoredObject, source: Readable | Buffer, call: StorageCall): Promise<void>
  /** Removes a file: its object, variants and unfinished uploads. `file` is `<school>/<file>`. */
  remove(file: string, call: StorageCall): Promise<void>
  /** Removes some of what the store has of a school, finished or not. How many files or uploads it found: 0 is the end. */
  removeSome(school: string, call: StorageCall): Promise<number>
  /** The link to a finished object: an address, or a path at the school's own address. */
  downloadLink(key: string, download: Download): Promise<string>
  /** The files in the store, in a fixed order, from the beginning (null) or the `next` of the page before. */
  list(after: string | null, call: StorageCall): Promise<StoredPage>
}

/** A part of the upload is missing. */
export class UploadIncomplete extends Error {}
/** The store has no such object. */
export class NoObject extends Error {}
/** The store has no space left. */
export class StorageFull extends Error {}

/** Up to this many bytes an upload is one request. */
const maxAtOnce = 64 * mebibyte
/** The bytes of each part of a larger one, but the last. 5 GiB are 320 parts; S3 takes parts from 5 MiB. */
export const partBytes = 16 * mebibyte

/** The sizes of the parts of an upload. */
export function partsOf(size: number): number[] {
  if (size <= maxAtOnce) return [size]
  const fullParts = Math.floor(size / partBytes)
  const rest = size % partBytes
  return [...Array<number>(fullParts).fill(partBytes), ...(rest > 0 ? [rest] : [])]
}

/** The parts of a key. Throws if it is none: no name of a client's becomes part of a path. */
export function readKey(key: string): { school: string; file: string; variant: string | null } {
  const [, school, file, variant] = pattern.exec(key) ?? []
  if (!school || !file) throw new Error(`${JSON.stringify(key)} is no key of the storage.`)
  return { school, file, variant: variant ?? null }
}
/** The place of all files of a school. Throws if it is none. */
export function placeOfSchool(school: string): string {
  if (!/^sch_[0-9a-z]{26}$/.test(school)) throw new Error(`${JSON.stringify(school)} is no school.`)
  return `${school}/`
}
/** Files of a school that one call removes. */
export const maxRemoved = 100

/** Whether a name in the store is that of an object of ours; a bucket, and the root of a disk, contain others, too. */
export const isKey = (name: string): boolean => pattern.test(name)
const pattern = /^(sch_[0-9a-z]{26})\/(fil_[0-9a-z]{26})(?:\/([a-z]{1,20}))?$/
