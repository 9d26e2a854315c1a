// Import people
//
// A table is uploaded as a file. A dry run says what an import would do, row by row, and changes nobody; then the same
// import runs for good.
import type { Import, OpenSchool } from '@open-school/client'

/** Uploads a table; gives the id of the file when its bytes are checked. */
export async function upload(lms: OpenSchool, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const file = await lms.files.start({ name, content_type: 'text/csv', size: bytes.length })
  for (const { url, method, headers } of file.upload.parts) {
    const sent = await fetch(url, { method, headers, body: bytes })
    if (!sent.ok) throw new Error(`The upload was answered with ${sent.status}.`)
  }
  const { status, problem } = await lms.files.complete(file.id)
  if (status === 'rejected') throw new Error(`The file was rejected: ${problem}`)
  return file.id
}

/** Imports the people of a file; throws, before anybody is changed, if a row has an error. */
export async function importPeople(lms: OpenSchool, fileId: string): Promise<Import> {
  const trial = await finished(lms, await lms.imports.create({ file_id: fileId, dry_run: true }))
  if (trial.counts.errors > 0) {
    const lines = trial.errors.map(({ row, column, message }) => `row ${row}, ${column}: ${message}`)
    throw new Error(`Nobody was imported.\n${lines.join('\n')}`)
  }
  return finished(lms, await lms.imports.create({ file_id: fileId, on_match: 'fill_empty' }))
}

async function finished(lms: OpenSchool, { id }: { id: string }): Promise<Import> {
  for (;;) {
    const job = await lms.imports.get(id)
    if (job.status === 'finished') return job
    if (job.status === 'failed') throw new Error(`The import has failed: ${job.failure}`)
    await new Promise(resolve => setTimeout(resolve, 500))
  }
}
