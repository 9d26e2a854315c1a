// Files of answers and comments: students show only what they have uploaded, and who reviews an answer gets links to them.
import { type Caller, type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { fileLinks } from '@lms/site/contract'
import { refusals } from './submission.contract.ts'
import { type FileLinks, maxFileLinks } from './submission.object.ts'

type Asking = Pick<Work, 'work' | 'runtime'> & { caller: Caller }

const clientOf = ({ work, runtime }: Asking) =>
  runtime.client('site', { fileLinks }, { school: work.school, requestId: work.origin.requestId }).fileLinks

/** Refuses a student's answer that shows a file of somebody else. Called before anything is locked. */
export async function refuseForeignFiles(
  fileIds: readonly Id<'fil'>[] | undefined,
  asking: Asking,
): Promise<void> {
  const { role, user } = asking.caller
  if (role !== 'student' || !user || !fileIds?.length) return
  const { ids } = await clientOf(asking).owned({ body: { user_id: user, ids: [...fileIds] } })
  if (ids.length < fileIds.length) throw new Refused(refusals.files_not_own)
}

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
