// Links to the files of answers and comments. Which files a caller may name in one, the host checks.
import type { Caller, Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { fileLinks } from '@lms/site/contract'
import { type FileLinks, maxFileLinks } from './submission.object.ts'

type Asking = Pick<Work, 'work' | 'runtime'> & { caller: Caller }

const clientOf = ({ work, runtime }: Asking) =>
  runtime.client('site', { fileLinks }, { school: work.school, requestId: work.origin.requestId }).fileLinks

/** Links for those who cannot ask for downloads of files themselves; null for others. */
export async function linksToFiles(fileIds: readonly Id<'fil'>[], asking: Asking): Promise<FileLinks> {
  const { role } = asking.caller
  if (role !== 'student' && role !== 'curator') return null
  if (fileIds.length === 0) return []
  const files = fileIds.map(id => ({ id, disposition: 'attachment' as const }))
  const signed = []
  for (let at = 0; at < files.length; at += maxFileLinks)
    signed.push(
      ...(await clientOf(asking).sign({ body: { files: files.slice(at, at + maxFileLinks) } })).links,
    )
  return signed.map(({ id, ...link }) => ({ file_id: id, ...link }))
}
