// The files of a package become files of the school: the site service unpacks each one from the stored archive.
import { ArchiveRefused, type PackedFiles } from '@lms/archive'
import { ApiError, type Id, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { fileExtraction, maxExtractedBytes } from '@lms/site/contract'
import type { BlockContent } from '../blocks/block-content.ts'
import type { Source } from './source.ts'

/** A file of the package, by the id that it gets in the school, and how far it is. */
export interface PackedFile {
  from: Id<'fil'>
  to: Id<'fil'>
  status: 'waiting' | 'ready' | 'failed'
}

/** The files of a package that are still to become files of the school, under new ids. */
export const waitingFiles = (ids: Iterable<string>): PackedFile[] =>
  Array.from(ids, from => ({ from: from as PackedFile['from'], to: newId('fil'), status: 'waiting' }))

/** Files that are made together. */
const filesAtOnce = 20

/** Which of these files the package itself has, so that they can be made; tells why another one cannot. */
export async function filesIn(
  archive: PackedFiles,
  source: Source,
  ids: readonly string[],
  tell: (message: string) => void,
): Promise<string[]> {
  const described = new Map<string, Source['manifest']['files'][number]>(
    source.manifest.files.map(file => [file.id, file]),
  )
  const fileIds: string[] = []
  for (const id of new Set(ids)) {
    const file = described.get(id)
    const location = file && (await placeIn(archive, source.pathOf(id), tell))
    if (!location) continue
    if (location.size > 0 && location.size <= maxExtractedBytes) fileIds.push(id)
    else tell(`the file ${file!.name} is empty, or larger than 2 GiB`)
  }
  return fileIds
}

async function placeIn(archive: PackedFiles, path: string, tell: (message: string) => void) {
  try {
    return await archive.locate(path)
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error
    tell(error.message)
    return null
  }
}

/** Has the next files made; returns all with what is known of them now, and the names of those that failed. */
export async function makeNext(
  files: readonly PackedFile[],
  of: { archive: PackedFiles; archive_id: Id<'fil'>; source: Source },
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<{ files: PackedFile[]; failed: string[] }> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { extract } = runtime.client('site', { fileExtraction }, scope).fileExtraction
  const described = new Map(of.source.manifest.files.map(file => [file.id, file]))
  const next = new Set(files.filter(({ status }) => status === 'waiting').slice(0, filesAtOnce))
  const failed: string[] = []
  const copiedFiles: PackedFile[] = []
  for (const file of files) {
    if (!next.has(file)) {
      copiedFiles.push(file)
      continue
    }
    const { name, content_type, alt } = described.get(file.from)!
    const location = (await of.archive.locate(of.source.pathOf(file.from)))!
    const fields = { name: nameOf(name), content_type: typeOf(content_type), alt, folder: '' }
    const body = { ...location, ...fields, id: file.to, archive_id: of.archive_id }
    const { status } = await extract({ body })
    const ends = { ready: 'ready', rejected: 'failed', full: 'failed', gone: 'failed' } as const
    const settled = status in ends ? ends[status as keyof typeof ends] : 'waiting'
    if (settled === 'failed')
      failed.push(`The file “${name}” was left out: ${reasons[status] ?? 'it cannot be read'}.`)
    copiedFiles.push({ ...file, status: settled })
  }
  return { files: copiedFiles, failed: failed.map(text => text.slice(0, 300)) }
}

/** Takes files back that nothing shows: the import for which they were made has failed, or its course is gone. */
export async function discardFiles(
  files: readonly PackedFile['to'][],
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<void> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { discard } = runtime.client('site', { fileExtraction }, scope).fileExtraction
  for (let from = 0; from < files.length; from += filesAtOnce)
    await Promise.all(
      files.slice(from, from + filesAtOnce).map(id => discard({ path: { id } }).catch(keptOrGone)),
    )
}

function keptOrGone(error: unknown): void {
  if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) throw error
}

const reasons: Record<string, string> = {
  rejected: 'its bytes are not what the package says, are harmful, or could not be checked',
  full: 'the school has no room for it',
  gone: 'the package was deleted',
}

/** A name as files have it: without folders and control characters. */
const nameOf = (name: string): string => {
  const plain = name
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 200)
    .trim()
  return /^\.*$/.test(plain) ? 'file' : plain
}

const typeOf = (type: string): string =>
  /^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/.test(type) ? type : 'application/octet-stream'

/** The content with other files in the places of those it names; null if one of them could not be made. */
export function withFiles(
  content: BlockContent,
  copiedFiles: ReadonlyMap<string, PackedFile>,
): BlockContent | null {
  let isComplete = true
  const names = ['file_id', 'poster_file_id', 'captions_file_id']
  const entries = Object.entries(content).map(([name, value]) => {
    const file = names.includes(name) && typeof value === 'string' ? copiedFiles.get(value) : undefined
    if (file && file.status !== 'ready') isComplete = false
    return [name, file ? file.to : value]
  })
  return isComplete ? (Object.fromEntries(entries) as BlockContent) : null
}
