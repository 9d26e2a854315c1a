import { enqueue, missing } from '@lms/service-host'
import { builder } from '../builder.ts'
import { keyOf } from '../files/file.rules.ts'
import { ownAddress } from '../files/own-address.ts'
import { storageOf } from '../storage/settings.ts'
import { artifacts, fileReading } from './artifact.contract.ts'
import { forgetArtifact, storeArtifact } from './artifact.tasks.ts'

export const artifactHandlers = builder.implement(artifacts, {
  store: async ({ body, caller, now, work, runtime }, { artifacts, domains }) => {
    const known = await artifacts.find(body.id)
    if (!known) {
      const maker = caller.key.slice('service_'.length)
      artifacts.insert({ ...body, maker, status: 'storing', created_at: now })
      enqueue(work, storeArtifact, { file_id: body.id })
      const at = new Date(body.expires_at)
      enqueue(work, forgetArtifact, { file_id: body.id }, { at, key: body.id })
      return { status: 'storing' as const, url: null }
    }
    if (known.status !== 'stored') return { status: known.status, url: null }
    const address = await ownAddress({ domains }, runtime)
    const { name, content_type: type, expires_at } = known
    const link = { name, type, disposition: 'attachment', expiresAt: new Date(expires_at) } as const
    const url = await storageOf(runtime).downloadLink(keyOf(known), link)
    return { status: known.status, url: address(url) }
  },
})

const callSeconds = 4

export const fileReadingHandlers = builder.implement(fileReading, {
  read: async ({ path, body: { start, length }, runtime }, { files }) => {
    const file = await files.get(path.id)
    if (file.status !== 'ready') return missing()
    const { name, content_type, size } = file
    const end = Math.min(start + length, size) - 1
    const bytes = end < start ? [] : await readRange(keyOf(file), { start, end }, runtime)
    return { name, content_type, size, content: Buffer.concat(bytes).toString('base64') }
  },
})

async function readRange(
  key: string,
  range: { start: number; end: number },
  runtime: Parameters<typeof storageOf>[0],
) {
  const source = await storageOf(runtime).read(key, range, {
    signal: AbortSignal.timeout(callSeconds * 1000),
  })
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return pieces
}
