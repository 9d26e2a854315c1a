// The images of a design, read from the files of the school.
import { ApiError } from '@lms/contract'
import { imageProblem } from '@lms/pdf'
import type { Runtime } from '@lms/service-host'
import { fileReading } from '@lms/site/contract'

const maxBytes = 4 * 1024 * 1024

export interface Images {
  readonly images: Map<string, Uint8Array>
  /** Why a file is no image of these: `gone`, `large`, `format`, `pixels` or `broken`. */
  readonly problems: Map<string, string>
}

/** Reads images, one after the other. */
export async function readImages(
  files: readonly string[],
  scope: { school: string; requestId: string },
  runtime: Pick<Runtime, 'client' | 'config'>,
): Promise<Images> {
  const result: Images = { images: new Map(), problems: new Map() }
  if (files.length === 0) return result
  const { read } = runtime.client('site', { fileReading }, scope).fileReading
  for (const id of files) {
    const file = await read({ path: { id }, body: { start: 0, length: maxBytes } }).catch(nullIfMissing)
    const bytes = file && Buffer.from(file.content, 'base64')
    const problem = !bytes ? 'gone' : file.size > maxBytes ? 'large' : imageProblem(bytes)
    if (problem) result.problems.set(id, problem)
    else result.images.set(id, bytes!)
  }
  return result
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
