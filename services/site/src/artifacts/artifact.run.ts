// The way of a file that another service has made into the storage, and out of it.
import { Readable } from 'node:stream'
import { enqueue, type Outside } from '@lms/service-host'
import { builder } from '../builder.ts'
import { keyOf } from '../files/file.rules.ts'
import { removeBytes } from '../files/file.tasks.ts'
import { storageOf } from '../storage/settings.ts'
import { artifactPieces } from './artifact.contract.ts'
import type { ArtifactRow } from './artifact.store.ts'
import { forgetArtifact, storeArtifact } from './artifact.tasks.ts'

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

async function* piecesOf({ id, maker, pieces }: ArtifactRow, { runtime, school, requestId }: Outside) {
  const { source } = runtime.sibling(maker, { source: artifactPieces }, { school, requestId })
  for (let number = 1; number <= pieces; number++) {
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
