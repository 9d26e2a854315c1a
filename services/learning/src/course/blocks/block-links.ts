// Links to the files of blocks, signed by the site service.
import type { Caller } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { fileLinks } from '@lms/site/contract'
import type { LessonBlock } from './block.contract.ts'
import type { BlockRow } from './block.store.ts'
import { filesOf } from './block-content.ts'

type Links = LessonBlock['links']

/** Links for those who cannot ask for downloads of files themselves, with one call for all blocks. */
export async function linksTo(
  blocks: readonly Pick<BlockRow, 'content'>[],
  { caller, work, runtime }: Pick<Work, 'work' | 'runtime'> & { caller: Caller },
): Promise<(block: Pick<BlockRow, 'content'>) => Links> {
  if (caller.role !== 'student' && caller.role !== 'curator') return () => null
  const files = blocks.flatMap(({ content }) =>
    filesOf(content).map(id => ({
      id: id as NonNullable<Links>[number]['file_id'],
      disposition: content.kind === 'file' ? ('attachment' as const) : ('inline' as const),
    })),
  )
  if (files.length === 0) return () => []
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { links } = await runtime.client('site', { fileLinks }, scope).fileLinks.sign({ body: { files } })
  const signed = new Map<string, NonNullable<Links>[number]>(
    links.map(({ id, ...link }) => [id, { file_id: id, ...link }]),
  )
  return ({ content }) => filesOf(content).flatMap(id => signed.get(id) ?? [])
}

export const withoutLinks = <Row extends object>(row: Row): Row & { links: null } => ({ ...row, links: null })
