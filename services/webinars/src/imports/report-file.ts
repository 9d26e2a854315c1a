// The text of a report: from the body, or from a file of the school.
import { ApiError, type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { fileReading } from '@lms/site/contract'
import { maxCharacters, refusals } from './import.contract.ts'

/** Bytes of the longest report: of UTF-16, or of UTF-8 with few characters beyond ASCII. */
const maxBytes = 2 * maxCharacters

/** Refuses both, none, a file that is not there, and one that is too long. */
export async function reportOf(
  { csv, file_id }: { csv: string | null; file_id: Id<'fil'> | null },
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<string> {
  if ((csv === null) === (file_id === null)) throw new Refused(refusals.report_unclear)
  if (csv !== null) return csv
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { content, size } = await runtime
    .client('site', { fileReading }, scope)
    .fileReading.read({ path: { id: file_id! }, body: { start: 0, length: maxBytes } })
    .catch(error => {
      if (error instanceof ApiError && error.status < 500) throw new Refused(refusals.file_unknown)
      throw error
    })
  if (size > maxBytes) throw new Refused(refusals.report_too_long)
  const text = textOf(Buffer.from(content, 'base64'))
  if (text.length > maxCharacters) throw new Refused(refusals.report_too_long)
  return text
}

/** UTF-8, or UTF-16 where it begins with its mark, as table programs write it. */
function textOf(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
