// A file of the school, read in parts.
import { ApiError } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { fileReading } from '@lms/site/contract'

export interface Part {
  readonly name: string
  /** Bytes of the whole file. */
  readonly size: number
  readonly bytes: Buffer
}

/** A part of a ready file; null if there is no such file. */
export async function readPart(
  fileId: string,
  range: { start: number; length: number },
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<Part | null> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { files } = runtime.client('site', { files: fileReading }, scope)
  const file = await files.read({ path: { id: fileId }, body: range }).catch(error => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
  return file && { name: file.name, size: file.size, bytes: Buffer.from(file.content, 'base64') }
}
