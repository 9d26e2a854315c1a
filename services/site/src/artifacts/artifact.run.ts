// The way of a file that another service has made into the storage, and out of it.
import { Readable } from 'node:stream'
import { enqueue, type Outside } from '@lms/service-host'
import { builder } from '../builder.ts'
import { keyOf } from '../files/file.rules.ts'
import { removeBytes } from '../files/file.task.ts'
import { storageOf } from '../storage/settings.ts'
import { partBytes } from '../storage/storage.ts'
import { artifactPieces, pieceBytes } from './artifact.contract.ts'
import type { ArtifactRow } from './artifact.store.ts'
import { forgetArtifact, growArtifact, storeArtifact } from './artifact.task.ts'

export const storeArtifactCall = builder.externalCall(storeArtifact, {
  prepare: async ({ payload }, { artifacts }) => artifacts.find(payload.file_id),
  call: async (artifact, outside) => {
    if (!artifact || artifact.status === 'stored') return
    const object = { key: keyOf(artifact), size: artifact.size, type: artifact.content_type }
    const source = Readable.from(piecesOf(artifact, outside), { objectMode: false })
    await storageOf(outside.runtime).write(object, source, { signal: outside.signal })
  },
  finish: async ({ payload }, { artifacts }) => {
    const artifact = await artifacts.lock(payload.file_id)
    if (artifact.status !== 'stored') artifacts.move(artifact, 'finish')
  },
  failed: async ({ payload }, { artifacts }) => {
    const artifact = await artifacts.lock(payload.file_id)
    if (artifact.status !== 'stored') artifacts.move(artifact, 'fail')
  },
})

/** The pieces of a part. */
const piecesOfPart = partBytes / pieceBytes

export const growArtifactCall = builder.externalCall(growArtifact, {
  prepare: async ({ payload }, { artifacts }) => {
    const artifact = await artifacts.find(payload.file_id)
    return artifact?.status === 'storing' ? artifact : null
  },
  call: async (artifact, outside) => {
    if (!artifact) return null
    const { size, content_type: type, stored_pieces: stored, pieces, is_whole } = artifact
    const storage = storageOf(outside.runtime)
    const object = { key: keyOf(artifact), size, type }
    if (!artifact.upload) return { upload: await storage.begin(object, outside) }
    const upload = { ...object, uploadId: artifact.upload }
    const next = Math.min(piecesOfPart, pieces - stored)
    if (next === piecesOfPart || (is_whole && next > 0)) {
      const part = {
        number: stored / piecesOfPart + 1,
        size: Math.min(partBytes, size - stored * pieceBytes),
      }
      const range = { from: stored + 1, to: stored + next }
      const source = Readable.from(piecesOf(artifact, outside, range), { objectMode: false })
      await storage.writePart(upload, part, source, outside)
      return { stored_pieces: stored + next }
    }
    if (!is_whole) return null
    const count = Math.ceil(size / partBytes)
    const parts = Array.from({ length: count }, (_, at) => Math.min(partBytes, size - at * partBytes))
    await storage.finish({ ...upload, parts }, outside)
    return 'whole' as const
  },
  finish: async ({ payload, outcome }, { artifacts }) => {
    if (!outcome) return undefined
    const artifact = await artifacts.lock(payload.file_id)
    if (outcome !== 'whole') {
      artifacts.save(artifact, outcome)
      return { state: {} }
    }
    if (artifact.status !== 'stored') artifacts.move(artifact, 'finish')
    return undefined
  },
  failed: async ({ payload }, { artifacts }) => {
    const artifact = await artifacts.lock(payload.file_id)
    if (artifact.status === 'storing') artifacts.move(artifact, 'fail')
  },
})

async function* piecesOf(
  { id, maker, pieces }: ArtifactRow,
  { runtime, school, requestId }: Outside,
  { from, to } = { from: 1, to: pieces },
) {
  const { source } = runtime.client(maker, { source: artifactPieces }, { school, requestId })
  for (let number = from; number <= to; number++) {
    const { content } = await source.piece({ path: { id, number: String(number) } })
    yield Buffer.from(content, 'base64')
  }
}

export const forgetArtifactTask = builder.task(forgetArtifact, async ({ payload, work }, { artifacts }) => {
  const artifact = await artifacts.find(payload.file_id)
  if (!artifact) return
  artifacts.remove(artifact)
  enqueue(work, removeBytes, { file_id: artifact.id })
})
