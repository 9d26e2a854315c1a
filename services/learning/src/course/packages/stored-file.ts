// A file of the school, read in parts from the site service.
import { ApiError } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { fileReading } from '@lms/site/contract'

export interface StoredPart {
  name: string
  content_type: string
  alt: string
  size: number
  bytes: Buffer
}

/** A part of a ready file, and its whole size; null if there is no such file. */
export async function readFile(
  fileId: string,
  range: { start: number; length: number },
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<StoredPart | null> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { files } = runtime.client('site', { files: fileReading }, scope)
  const file = await files.read({ path: { id: fileId }, body: range }).catch(error => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
  if (!file) return null
  const { content, ...fields } = file
  return { ...fields, bytes: Buffer.from(content, 'base64') }
}
