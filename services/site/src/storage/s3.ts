// Bytes in a bucket of S3 or a compatible store. Clients send and fetch them there, by presigned links (AWS Signature
// Version 4), so that they never pass through this installation.
//
// Every upload is a multipart upload, also one of a single part: once it is completed or aborted its links lead nowhere,
// while a presigned PUT of an object would replace the bytes behind a check until it expires.
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type Part,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Clock } from '@lms/service-host'
import { type Bucket, originOf } from './s3-address.ts'
import { contentTypeOf, dispositionOf } from './serving.ts'
import {
  type ByteRange,
  type Download,
  isKey,
  maxRemoved,
  NoObject,
  type OpenUpload,
  partsOf,
  placeOfSchool,
  readKey,
  type Storage,
  type StorageCall,
  StorageFull,
  type StoredFacts,
  type StoredObject,
  type StoredPage,
  type Upload,
  UploadIncomplete,
  type UploadLink,
  type UploadPart,
} from './storage.ts'

export interface S3Options extends Bucket {
  /** Null: those of the machine, as the AWS SDK finds them. */
  readonly credentials: { accessKeyId: string; secretAccessKey: string } | null
  readonly clock: Clock
}

/** Milliseconds to connect, and without any data. */
const connectMs = 2000
const silentMs = 20_000
/** The longest life of a presigned link: a week. */
const maxSeconds = 604_800

export class S3Storage implements Storage {
  readonly kind = 's3'
  readonly origin: string
  readonly #client: S3Client
  readonly #bucket: string
  readonly #clock: Clock

  constructor(options: S3Options) {
    const { bucket, region, endpoint, pathStyle, credentials, clock } = options
    this.origin = originOf(options)
    this.#bucket = bucket
    this.#clock = clock
    this.#client = new S3Client({
      region,
      forcePathStyle: pathStyle,
      ...(endpoint ? { endpoint } : {}),
      ...(credentials ? { credentials } : {}),
      requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
      // Checksums beyond those that S3 demands are unknown to some compatible stores, and would be part of the links.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  async begin({ key, type }: StoredObject, { signal }: StorageCall): Promise<string> {
    const command = new CreateMultipartUploadCommand({ ...this.#at(key), ContentType: type })
    const { UploadId } = await this.#client.send(command, { abortSignal: signal }).catch(full)
    return UploadId!
  }

  uploadLinks({ key, size, uploadId }: Upload, expiresAt: Date): Promise<UploadLink[]> {
    const links = partsOf(size).map(async (bytes, index): Promise<UploadLink> => {
      // The length is among the signed headers. The type of the object was fixed when the upload began.
      const part = { PartNumber: index + 1, UploadId: uploadId, ContentLength: bytes }
      const command = new UploadPartCommand({ ...this.#at(key), ...part })
      const url = await getSignedUrl(this.#client, command, this.#until(expiresAt))
      return { number: index + 1, method: 'PUT', url, headers: {}, size: bytes }
    })
    return Promise.all(links)
  }

  async writePart(
    { key, uploadId }: OpenUpload,
    { number, size }: UploadPart,
    source: Readable,
    { signal }: StorageCall,
  ): Promise<void> {
    const part = { PartNumber: number, UploadId: uploadId, ContentLength: size, Body: source }
    const command = new UploadPartCommand({ ...this.#at(key), ...part })
    await this.#client.send(command, { abortSignal: signal }).catch(full)
  }

  async finish(upload: Upload, call: StorageCall): Promise<void> {
    const { key, size, uploadId, parts: partSizes = partsOf(size) } = upload
    const at = { ...this.#at(key), UploadId: uploadId }
    const parts = await this.#partsOf(at, call)
    if (parts === null && (await this.stat(key, call))?.size === size) return
    const sizes = new Map(parts?.map(part => [part.PartNumber, part.Size]))
    const missing = partSizes.findIndex((bytes, index) => sizes.get(index + 1) !== bytes)
    if (missing >= 0) throw new UploadIncomplete(`Part ${missing + 1} of the upload is missing.`)
    const Parts = parts!.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
    const command = new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts } })
    await this.#client.send(command, { abortSignal: call.signal }).catch(full)
  }

  /** The parts of an upload, which come in pages of 1000; null if the upload is over. */
  async #partsOf(at: { Bucket: string; Key: string; UploadId: string }, { signal }: StorageCall) {
    const parts: Part[] = []
    for (let after: string | undefined; ; ) {
      const command = new ListPartsCommand({ ...at, ...(after !== undefined && { PartNumberMarker: after }) })
      const partsPage = await this.#client.send(command, { abortSignal: signal }).catch(ifMissing(() => null))
      if (!partsPage) return null
      parts.push(...(partsPage.Parts ?? []))
      if (!partsPage.IsTruncated) return parts
      after = partsPage.NextPartNumberMarker
    }
  }

  async stat(key: string, { signal }: StorageCall): Promise<StoredFacts | null> {
    const objectHead = await this.#client
      .send(new HeadObjectCommand(this.#at(key)), { abortSignal: signal })
      .catch(ifMissing(() => null))
    return objectHead && { size: objectHead.ContentLength!, modified: objectHead.LastModified! }
  }

  async read(key: string, range: ByteRange | null, { signal }: StorageCall): Promise<Readable> {
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
    const { Body } = await this.#client
      .send(new GetObjectCommand({ ...this.#at(key), ...part }), { abortSignal: signal })
      .catch(
        ifMissing(() => {
          throw new NoObject(`The storage has no ${key}.`)
        }),
      )
    if (!(Body instanceof Readable)) throw new Error('The storage answered without a stream.')
    return Body
  }

  async write(
    { key, size, type }: StoredObject,
    source: Readable | Buffer,
    { signal }: StorageCall,
  ): Promise<void> {
    const content = { Body: source, ContentLength: size, ContentType: type }
    const command = new PutObjectCommand({ ...this.#at(key), ...content })
    await this.#client.send(command, { abortSignal: signal }).catch(full)
  }

  async remove(file: string, call: StorageCall): Promise<void> {
    await this.#removeFrom(this.#at(file).Key, call)
  }

  async removeSome(school: string, call: StorageCall): Promise<number> {
    return this.#removeFrom(placeOfSchool(school), call)
  }

  /** Removes a page of the unfinished uploads and one of the objects whose keys begin so; how many there were. */
  async #removeFrom(prefix: string, { signal }: StorageCall): Promise<number> {
    const within = { Bucket: this.#bucket, Prefix: prefix }
    const uploadPage = { ...within, MaxUploads: maxRemoved }
    const options = { abortSignal: signal }
    const { Uploads = [] } = await this.#client.send(new ListMultipartUploadsCommand(uploadPage), options)
    for (const { Key, UploadId } of Uploads) {
      const upload = { Bucket: this.#bucket, Key, UploadId }
      await this.#client.send(new AbortMultipartUploadCommand(upload), options).catch(ifMissing(() => null))
    }
    const objectPage = { ...within, MaxKeys: maxRemoved }
    const { Contents = [] } = await this.#client.send(new ListObjectsV2Command(objectPage), options)
    for (const { Key } of Contents)
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key }), options)
    return Uploads.length + Contents.length
  }

  async downloadLink(key: string, { name, type, disposition, expiresAt }: Download): Promise<string> {
    const until = this.#until(expiresAt)
    const command = new GetObjectCommand({
      ...this.#at(key),
      ResponseContentType: contentTypeOf(type),
      ResponseContentDisposition: dispositionOf(name, type, disposition),
      ResponseCacheControl: `private, max-age=${until.expiresIn}`,
    })
    return getSignedUrl(this.#client, command, until)
  }

  /** First the objects in the order of their keys, then the unfinished uploads. */
  async list(after: string | null, { signal }: StorageCall): Promise<StoredPage> {
    const [kind = 'object', key, upload] = after?.split(' ') ?? []
    const options = { abortSignal: signal }
    if (kind === 'object') {
      const from = { Bucket: this.#bucket, StartAfter: key }
      const page = await this.#client.send(new ListObjectsV2Command(from), options)
      const objects = (page.Contents ?? []).map(object => ({
        key: object.Key!,
        modified: object.LastModified!,
      }))
      return {
        files: filesOf(objects),
        next: page.IsTruncated ? `object ${behind(objects.at(-1)!.key)}` : 'upload',
      }
    }
    const from = { Bucket: this.#bucket, KeyMarker: key, UploadIdMarker: upload }
    const page = await this.#client.send(new ListMultipartUploadsCommand(from), options)
    const uploads = (page.Uploads ?? []).map(({ Key, Initiated }) => ({ key: Key!, modified: Initiated! }))
    const next = page.IsTruncated ? `upload ${page.NextKeyMarker} ${page.NextUploadIdMarker}` : null
    return { files: filesOf(uploads), next }
  }

  #at(key: string): { Bucket: string; Key: string } {
    readKey(key)
    return { Bucket: this.#bucket, Key: key }
  }

  #until(expiresAt: Date) {
    const signingDate = this.#clock.now()
    const seconds = Math.floor((expiresAt.getTime() - signingDate.getTime()) / 1000)
    return { signingDate, expiresIn: Math.max(1, Math.min(seconds, maxSeconds)) }
  }
}

/** After all keys of the file: `<file>` and `<file>/<variant>`. `0` is the character behind `/`. */
const behind = (key: string) => `${key.split('/', 2).join('/')}0`

/** Each file once; what others have in the bucket is none of ours. */
function filesOf(objects: readonly { key: string; modified: Date }[]): StoredPage['files'] {
  const files = new Map<string, StoredPage['files'][number]>()
  for (const { key, modified } of objects) {
    const [school, id] = key.split('/') as [string, string?]
    if (id && isKey(key) && !files.has(id)) files.set(id, { school, id, modified })
  }
  return [...files.values()]
}

const ifMissing =
  <T>(give: () => T) =>
  (error: unknown): T => {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return give()
    throw error
  }

/** 507 is the answer of compatible stores on a disk. Amazon's has no end. */
function full(error: unknown): never {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 507)
    throw new StorageFull('The bucket has no space left.', { cause: error })
  throw error
}
