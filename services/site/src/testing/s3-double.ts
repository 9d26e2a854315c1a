// A double of S3's HTTP, as far as the storage uses it, written from the public Amazon S3 API Reference: buckets in the
// path, Signature Version 4, multipart uploads, ranges, lists in pages. The real service was never called.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { randomBytes } from '@lms/testing/random'
import { type Credentials, signatureProblem } from './sigv4.ts'

interface Stored {
  bytes: Buffer
  type: string
  modified: Date
}
interface Unfinished {
  key: string
  type: string
  startedAt: Date
  parts: Map<number, { bytes: Buffer; etag: string }>
}

export interface S3Double {
  readonly url: string
  readonly bucket: string
  readonly credentials: Credentials
  /** Milliseconds since 1970; a test may set it. */
  now: () => number
  /** Answers changes with this status and error code, like a store that is full or away. */
  fails: { status: number; code: string } | null
  stop(): Promise<void>
}

/** S3's minimum of a part that is not the last one. */
const leastPart = 5 * 1024 * 1024
/** Objects and uploads of a page: few, so that there are several. */
const pageSize = 3

export async function startS3Double(): Promise<S3Double> {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Unfinished>()
  const server = createServer((request, response) => {
    take(request, response).catch(error => response.destroy(error))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const double: S3Double = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'schools',
    credentials: {
      accessKeyId: 'AKIADOUBLE',
      secretAccessKey: 'secret/of+the double',
      region: 'eu-central-1',
    },
    now: Date.now,
    fails: null,
    stop: () => {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    const problem = signatureProblem({ method, url, headers }, body, double.credentials, double.now())
    if (problem) return refuse(response, 403, problem)
    const { pathname, searchParams: query } = new URL(url, double.url)
    const [, bucket, ...rest] = pathname.split('/')
    if (bucket !== double.bucket) return refuse(response, 404, 'NoSuchBucket')
    const { fails } = double
    if (fails && method !== 'GET' && method !== 'HEAD') return refuse(response, fails.status, fails.code)
    const key = decodeURIComponent(rest.join('/'))
    if (key === '') return query.has('uploads') ? listUploads(query, response) : listObjects(query, response)
    const uploadId = query.get('uploadId')
    if (uploadId !== null)
      return takeUpload(method, uploads.get(uploadId), { uploadId, key, query, body, response })
    if (method === 'POST' && query.has('uploads'))
      return beginUpload(key, headers['content-type'] ?? '', response)
    return takeObject(method, key, { request, query, body, response })
  }

  function beginUpload(key: string, type: string, response: ServerResponse): void {
    const id = randomBytes(12).toString('base64url')
    uploads.set(id, { key, type, startedAt: new Date(double.now()), parts: new Map() })
    answer(response, 'InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${id}</UploadId>`)
  }

  interface OfUpload {
    uploadId: string
    key: string
    query: URLSearchParams
    body: Buffer
    response: ServerResponse
  }
  function takeUpload(method: string, upload: Unfinished | undefined, requestParts: OfUpload) {
    const { uploadId, key, query, body, response } = requestParts
    if (upload?.key !== key) return refuse(response, 404, 'NoSuchUpload')
    if (method === 'PUT') {
      const etag = `"${createHash('md5').update(body).digest('hex')}"`
      upload.parts.set(Number(query.get('partNumber')), { bytes: body, etag })
      response.writeHead(200, { etag, 'content-length': 0 }).end()
    } else if (method === 'GET') {
      const parts = [...upload.parts].sort(([a], [b]) => a - b)
      const listed = parts.map(
        ([number, { bytes, etag }]) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>${quoted(etag)}</ETag><Size>${bytes.length}</Size></Part>`,
      )
      answer(response, 'ListPartsResult', `<IsTruncated>false</IsTruncated>${listed.join('')}`)
    } else if (method === 'POST') completeUpload(uploadId, upload, body.toString(), response)
    else {
      uploads.delete(uploadId)
      response.writeHead(204).end()
    }
  }

  function completeUpload(
    id: string,
    { key, type, parts }: Unfinished,
    body: string,
    response: ServerResponse,
  ) {
    const listedParts = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part!)?.[1]),
      etag: /<ETag>(.*?)</.exec(part!)?.[1]?.replaceAll('&quot;', '"'),
    }))
    const storedParts = listedParts.map(({ number }) => parts.get(number))
    if (storedParts.length === 0 || listedParts.some(({ etag }, index) => storedParts[index]?.etag !== etag))
      return refuse(response, 400, 'InvalidPart')
    if (storedParts.slice(0, -1).some(part => part!.bytes.length < leastPart))
      return refuse(response, 400, 'EntityTooSmall')
    const bytes = Buffer.concat(storedParts.map(part => part!.bytes))
    objects.set(key, { bytes, type, modified: new Date(double.now()) })
    uploads.delete(id)
    answer(response, 'CompleteMultipartUploadResult', `<Key>${key}</Key>`)
  }

  interface OfObject {
    request: IncomingMessage
    query: URLSearchParams
    body: Buffer
    response: ServerResponse
  }
  function takeObject(method: string, key: string, { request, query, body, response }: OfObject) {
    if (method === 'PUT') {
      objects.set(key, {
        bytes: body,
        type: request.headers['content-type'] ?? '',
        modified: new Date(double.now()),
      })
      response.writeHead(200, { 'content-length': 0 }).end()
      return
    }
    if (method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
      return
    }
    const object = objects.get(key)
    if (!object) return refuse(response, 404, 'NoSuchKey')
    const { bytes, type, modified } = object
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const range = from ? { start: Number(from), end: Math.min(Number(to), bytes.length - 1) } : null
    const sent = range ? bytes.subarray(range.start, range.end + 1) : bytes
    const responseHeaders = ['content-type', 'content-disposition', 'cache-control'].flatMap(name => {
      const value = query.get(`response-${name}`)
      return value === null ? [] : [[name, value] as const]
    })
    response.writeHead(range ? 206 : 200, {
      'content-type': type,
      'last-modified': modified.toUTCString(),
      'content-length': sent.length,
      ...Object.fromEntries(responseHeaders),
      ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${bytes.length}` } : {}),
    })
    response.end(method === 'HEAD' ? undefined : sent)
  }

  function listObjects(query: URLSearchParams, response: ServerResponse): void {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? '']
    const keys = [...objects.keys()].filter(key => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, pageSize).map(key => {
      const { bytes, modified } = objects.get(key)!
      const at = `<LastModified>${modified.toISOString()}</LastModified>`
      return `<Contents><Key>${key}</Key>${at}<Size>${bytes.length}</Size></Contents>`
    })
    const more = keys.length > pageSize
    answer(response, 'ListBucketResult', `<IsTruncated>${more}</IsTruncated>${page.join('')}`)
  }

  function listUploads(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? ''
    const after = `${query.get('key-marker') ?? ''} ${query.get('upload-id-marker') ?? ''}`
    const open = [...uploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(([id, upload]) => ({ id, ...upload }))
      .filter(({ id, key }) => `${key} ${id}` > after)
      .sort((a, b) => (`${a.key} ${a.id}` < `${b.key} ${b.id}` ? -1 : 1))
    const page = open.slice(0, pageSize)
    const listed = page.map(({ id, key, startedAt }) => {
      const at = `<Initiated>${startedAt.toISOString()}</Initiated>`
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>${at}</Upload>`
    })
    const last = page.at(-1)
    const next = last
      ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
      : ''
    const more = `<IsTruncated>${open.length > pageSize}</IsTruncated>`
    answer(response, 'ListMultipartUploadsResult', `${more}${next}${listed.join('')}`)
  }

  return double
}

const quoted = (text: string) => text.replaceAll('"', '&quot;')

function answer(response: ServerResponse, name: string, content: string, status = 200): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`
  response
    .writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) })
    .end(response.req.method === 'HEAD' ? undefined : body)
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  answer(response, 'Error', `<Code>${code}</Code><Message>${code}</Message>`, status)
