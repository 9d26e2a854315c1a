// The school's own addresses of bytes: /files/{token} sends or fetches by a signed link, /media/{token} is a picture of
// a page. The gateway carries them here; under a store with addresses of its own only /media/{token} remains.
import { pipeline } from 'node:stream/promises'
import { common, Refused, refuse } from '@lms/contract'
import type { StreamHandler, StreamInput } from '@lms/service-host'
import { DiskStorage } from './disk.ts'
import { readLink } from './links.ts'
import { dispositionOf, planResponse, safeHeaders } from './serving.ts'
import { storageOf } from './settings.ts'
import { NoObject, StorageFull, UploadIncomplete } from './storage.ts'

export const refusals = refuse({
  upload_differs: {
    status: 400,
    when: 'a part of an upload has other headers or another length than its link',
    message: 'Send exactly the bytes that the link is for, with the headers that came with it.',
  },
  upload_over: {
    status: 409,
    when: 'the upload of a link is finished, or its file was deleted',
    message: 'The upload is finished, or its file was deleted. Order a new upload for other bytes.',
  },
  no_space_left: {
    status: 503,
    when: 'the storage of files has no space left',
    message: 'The storage of files has no space left. Ask the platform team for space, then send it again.',
  },
})

const noLink = () =>
  new Refused(common.not_found, 'This link leads to no file, or has expired. Ask for a new link.')

/** Stores one part of an upload. */
const receive: StreamHandler = async ({ request, response, path, school, runtime, signal }) => {
  const link = readLink(runtime.vault, 'files', path.token!, school)
  const storage = storageOf(runtime)
  if (link?.method !== 'PUT' || !(storage instanceof DiskStorage)) throw noLink()
  if (link.expires <= runtime.clock.now().getTime()) throw noLink()
  const { 'content-length': length, 'content-type': type } = request.headers
  if (length !== String(link.size))
    throw new Refused(
      refusals.upload_differs,
      `This link takes exactly ${link.size} bytes, named in Content-Length.`,
    )
  if (type !== link.type)
    throw new Refused(refusals.upload_differs, `Send the bytes with Content-Type: ${link.type}.`)
  const part = { number: link.part, size: link.size }
  await storage
    .receive({ key: link.key, uploadId: link.upload }, part, request, signal)
    .catch(error => Promise.reject(refusalOf(error)))
  response.writeHead(204, { 'cache-control': 'no-store' }).end()
}

function refusalOf(error: unknown): unknown {
  if (error instanceof NoObject) return new Refused(refusals.upload_over)
  if (error instanceof UploadIncomplete) return new Refused(refusals.upload_differs)
  if (error instanceof StorageFull) return new Refused(refusals.no_space_left)
  return error
}

/** Sends the file of a link. */
const fetch: StreamHandler = async input => {
  const { path, school, runtime } = input
  const link = readLink(runtime.vault, 'files', path.token!, school)
  const remainingMs = link ? link.expires - runtime.clock.now().getTime() : 0
  if (link?.method !== 'GET' || remainingMs <= 0) throw noLink()
  await serve(input, link, {
    'content-disposition': dispositionOf(link.name, link.type, link.disposition),
    'cache-control': `private, max-age=${Math.floor(remainingMs / 1000)}`,
  })
}

/** Sends a picture of a page, or leads to it at the store. */
const show: StreamHandler = async input => {
  const { path, school, runtime, response, signal } = input
  const link = readLink(runtime.vault, 'media', path.token!, school)
  if (!link) throw noLink()
  const storage = storageOf(runtime)
  const name = link.key.split('/').slice(1).join('-')
  if (storage.origin === null)
    return serve(input, link, {
      'content-disposition': dispositionOf(name, link.type, 'inline'),
      'cache-control': 'public, max-age=31536000, immutable',
    })
  if (!(await storage.stat(link.key, { signal }))) throw noLink()
  const expiresAt = new Date(runtime.clock.now().getTime() + redirectMs)
  const of = { name, type: link.type, disposition: 'inline', expiresAt } as const
  const location = await storage.downloadLink(link.key, of)
  const cacheControl = `public, max-age=${redirectMs / 2000}`
  response.writeHead(302, { location, 'cache-control': cacheControl, 'content-length': 0 }).end()
}
const redirectMs = 3_600_000

async function serve(
  { request, response, runtime, signal }: StreamInput,
  { key, type }: { key: string; type: string },
  own: Record<string, string>,
): Promise<void> {
  const storage = storageOf(runtime)
  const facts = await storage.stat(key, { signal })
  if (!facts) throw noLink()
  const { status, range, headers } = planResponse(request.headers, key, facts)
  const bytes = (status === 200 || status === 206) && request.method !== 'HEAD'
  const source = bytes ? await storage.read(key, range, { signal }) : null
  response.writeHead(status, { ...safeHeaders(type), ...own, ...headers })
  if (source) await pipeline(source, response)
  else response.end()
}

export const storageStreams = {
  'PUT /streams/files/{token}': receive,
  'GET /streams/files/{token}': fetch,
  'GET /streams/media/{token}': show,
} satisfies Record<string, StreamHandler>
