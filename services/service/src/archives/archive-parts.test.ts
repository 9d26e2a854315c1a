import { newId } from '@lms/contract'
import { freshState } from '../formats/archive-state.ts'
import type { At } from '../steps.ts'
import { unzip } from '../testing/unzip.ts'
import { goOn } from './archive-parts.ts'
import { ArchiveWriter, type HashedEntry } from './archive-writer.ts'

const mebibyte = 1024 ** 2

test('a file that is deleted while it is being written leaves the next one whole', async () => {
  const [removedId, stays] = [newId('fil'), newId('fil')].sort() as [string, string]
  const bytes = new Map([
    [removedId, Buffer.alloc(20 * mebibyte, 'gone')],
    [stays, Buffer.alloc(18 * mebibyte, 'here')],
  ])
  const rowOf = (id: string) => ({
    id,
    status: 'ready',
    content_type: 'video/mp4',
    size: bytes.get(id)!.length,
  })
  const rows = async ({ body }: { body: { after: [string] | null } }) => ({
    rows: [...bytes.keys()].filter(id => !body.after || id > body.after[0]).map(rowOf),
    next: null,
    in_snapshot: false,
  })
  const read = async ({ path, body }: { path: { id: string }; body: { start: number; length: number } }) => ({
    content: bytes
      .get(path.id)!
      .subarray(body.start, body.start + body.length)
      .toString('base64'),
  })
  const ctx = {
    work: { school: newId('sch'), now: '2026-11-28T12:00:00.000+00:00', origin: { requestId: '' } },
    runtime: {
      config: { serviceAddresses: {} },
      client: () => ({ host: { rows, endSnapshot: async () => ({}) }, reading: { read } }),
    },
  } as unknown as At
  const state = freshState()
  state.snapshots = [{ service: 'site', snapshot: 'x', at: '2026-11-28T12:00:00.000+00:00' }]
  state.place = { part: 'files', after: null, offset: 0 }
  const chunks: Buffer[] = []
  const entries: HashedEntry[] = []
  const step = async (until: string) => {
    const writer = new ArchiveWriter(state)
    const entriesAfter = async (number: number) => entries.slice(number)
    do state.place = await goOn({ state, writer, ctx, entriesAfter })
    while (!writer.isFull && state.place.part !== until)
    chunks.push(writer.take())
    entries.push(...writer.ended)
  }
  const partNow = (): string => state.place.part
  await step('manifest')
  expect(state.place).toEqual({ part: 'files', after: null, offset: 8 * mebibyte })
  bytes.delete(removedId)
  for (const part of ['manifest', 'directory', 'end']) while (partNow() !== part) await step(part)
  const archive = await unzip(Buffer.concat(chunks))
  expect(archive.get(`files/${stays}`)?.equals(bytes.get(stays)!)).toBe(true)
  expect(archive.get(`files/${removedId}`)?.length).toBe(8 * mebibyte)
  const manifest = JSON.parse(archive.get('manifest.json')!.toString())
  expect(manifest).toMatchObject({ missing_files: [removedId], counts: { files: 2 } })
})
