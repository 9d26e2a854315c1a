import { common, Refused, serviceKey } from '@lms/contract'
import { enqueue, missing } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { keyOf } from '../files/file.rules.ts'
import { ownAddress } from '../files/own-address.ts'
import { storageOf } from '../storage/settings.ts'
import { artifacts, fileReading } from './artifact.contract.ts'
import { forgetArtifactTask, growArtifactCall, storeArtifactCall } from './artifact.run.ts'
import type { ArtifactRow } from './artifact.store.ts'
import { forgetArtifact, growArtifact, storeArtifact } from './artifact.task.ts'

const artifactHandlers = builder.implement(artifacts, {
  store: async ({ body, caller, now, work, runtime }, { artifacts, domains }) => {
    const existingArtifact = await artifacts.find(body.id)
    if (!existingArtifact) {
      const maker = caller.key.slice('service_'.length)
      const completeFields = { upload: null, stored_pieces: 0, is_whole: true }
      artifacts.insert({ ...body, ...completeFields, maker, status: 'storing', created_at: now })
      enqueue(work, storeArtifact, { file_id: body.id })
      const at = new Date(body.expires_at)
      enqueue(work, forgetArtifact, { file_id: body.id }, { at, key: body.id })
      return { status: 'storing' as const, url: null }
    }
    return { status: existingArtifact.status, url: await linkTo(existingArtifact, runtime, domains) }
  },

  grow: async ({ body, caller, now, work, runtime }, { artifacts, domains }) => {
    const { id: file_id, size, pieces, is_whole } = body
    const existingArtifact = await artifacts.find(file_id)
    if (!existingArtifact) {
      const maker = caller.key.slice('service_'.length)
      artifacts.insert({
        ...{ ...body, maker, status: 'storing', created_at: now },
        ...{ upload: null, stored_pieces: 0 },
      })
    } else if (
      existingArtifact.status === 'storing' &&
      (existingArtifact.pieces < pieces || existingArtifact.is_whole !== is_whole)
    ) {
      const { expires_at } = body
      artifacts.save(await artifacts.lock(file_id), { size, pieces, is_whole, expires_at })
    } else {
      const { status, stored_pieces } = existingArtifact
      return { status, stored_pieces, url: await linkTo(existingArtifact, runtime, domains) }
    }
    enqueue(work, growArtifact, { file_id }, { key: file_id })
    enqueue(work, forgetArtifact, { file_id }, { at: new Date(body.expires_at), key: file_id })
    return { status: 'storing' as const, stored_pieces: existingArtifact?.stored_pieces ?? 0, url: null }
  },
})

/** The link to a stored file, until it expires. */
async function linkTo(
  artifact: ArtifactRow,
  runtime: Parameters<typeof storageOf>[0] & Parameters<typeof ownAddress>[1],
  domains: Stores['domains'],
): Promise<string | null> {
  if (artifact.status !== 'stored') return null
  const address = await ownAddress({ domains }, runtime)
  const { name, content_type: type, expires_at } = artifact
  const link = { name, type, disposition: 'attachment', expiresAt: new Date(expires_at) } as const
  return address(await storageOf(runtime).downloadLink(keyOf(artifact), link))
}

const callSeconds = 4

const fileReadingHandlers = builder.implement(fileReading, {
  read: async ({ path, body: { start, length }, caller, runtime }, { files, artifacts }) => {
    const file = await files.find(path.id)
    // What a service has had stored, it may read.
    const own = file ? null : await artifacts.find(path.id)
    const isOwn = own?.status === 'stored' && caller.key === serviceKey(own.maker)
    const readableFile = file?.status === 'ready' ? file : isOwn ? { ...own, alt: '' } : missing()
    const { name, content_type, alt, size } = readableFile
    const end = Math.min(start + length, size) - 1
    const bytes = end < start ? [] : await readRange(keyOf(readableFile), { start, end }, runtime)
    return { name, content_type, alt, size, content: Buffer.concat(bytes).toString('base64') }
  },
})

/** Refuses with unavailable while the storage gives nothing in time: whoever asks repeats it. */
async function readRange(
  key: string,
  range: { start: number; end: number },
  runtime: Parameters<typeof storageOf>[0],
) {
  const signal = AbortSignal.timeout(callSeconds * 1000)
  try {
    const source = await storageOf(runtime).read(key, range, { signal })
    const pieces: Buffer[] = []
    for await (const piece of source) pieces.push(piece)
    return pieces
  } catch (error) {
    throw signal.aborted ? new Refused(common.unavailable) : error
  }
}

export const artifactResource = builder.resource({
  handlers: [fileReadingHandlers, artifactHandlers],
  tasks: [storeArtifactCall, growArtifactCall, forgetArtifactTask],
})
