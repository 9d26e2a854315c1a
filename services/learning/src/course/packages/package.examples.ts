// Test values for requests about packages: a ready zip for each import.
import type { Examples, School } from '@lms/testing/examples'
import { ZipFile } from 'yazl'

async function readyZip(school: School): Promise<string> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('{}'), 'course.json')
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  const fileFields = { name: 'course.zip', content_type: 'application/zip', size: bytes.length }
  const { id, upload } = await school.make('files.start', fileFields)
  await school.put(upload.parts[0], bytes)
  await school.done('files.complete', { path: { id } })
  return id
}

export const examples: Examples = {
  'coursePackages.import': async school => ({ body: { file_id: await readyZip(school) } }),
}
