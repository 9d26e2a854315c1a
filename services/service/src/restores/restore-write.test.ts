import { openArchive } from '@lms/archive'
import { newId } from '@lms/contract'
import { emptyZip64, ZipWriter } from '../formats/zip.ts'
import type { At } from '../steps.ts'
import type { OpenedArchive } from './restore-source.ts'
import { storeFiles } from './restore-write.ts'

test('a file returns however small an archive has packed it', async () => {
  const id = newId('fil')
  const content = Buffer.alloc(3 * 1024 ** 2, 'line after line of a report\n')
  const zip = new ZipWriter(emptyZip64())
  zip.writeEntry(`files/${id}`, content)
  zip.close()
  const bytes = zip.take()
  const archive = await openArchive(
    async ({ start, length }) => bytes.subarray(start, start + length),
    bytes.length,
    { school: 'sch_1' },
  )
  const manifest = { entries: [{ name: `files/${id}`, size: content.length, sha256: '' }] }
  const requestedFiles: object[] = []
  const files = async ({ body }: { body: { files: object[] } }) => requestedFiles.push(...body.files)
  const ctx = {
    work: { school: newId('sch'), origin: { requestId: '' } },
    runtime: { client: () => ({ schoolRestoring: { files } }) },
  } as unknown as At
  const opened = { archive, manifest } as OpenedArchive
  const next = await storeFiles(0, { opened, ctx, report: { files: 0 }, archive_id: newId('fil') })
  expect(next).toBeNull()
  expect(requestedFiles).toEqual([expect.objectContaining({ id, size: content.length, deflated: true })])
})
