// The objects that blocks name, with their places in a body.
import type { Block, LeafBlock } from './block.ts'

/** What a file must be to stand in its place. */
export type FileKind = 'image' | 'video' | 'captions'

export interface ObjectReference {
  /** Where in the body of PUT: `body.blocks.3.file_id`. */
  path: string
  id: string
  /** Of a file; null for another object. */
  kind: FileKind | null
}

/** All blocks that show something, also those in columns, with their places. */
export const leavesOf = (
  blocks: readonly Block[],
  at = 'body.blocks',
): { path: string; block: LeafBlock }[] =>
  blocks.flatMap((block, index) =>
    block.type === 'columns'
      ? block.columns.flatMap((column, columnIndex) =>
          leavesOf(column.blocks, `${at}.${index}.columns.${columnIndex}.blocks`),
        )
      : [{ path: `${at}.${index}`, block }],
  )

/** What the blocks name. */
export const referencesOf = (blocks: readonly Block[]): ObjectReference[] =>
  leavesOf(blocks).flatMap(({ path, block }) =>
    namesOf(block).flatMap(([field, id, kind = null]) =>
      id ? [{ path: `${path}.${field}`, id, kind }] : [],
    ),
  )

/** The ids that the blocks name, each once. */
export const referencesOfBlocks = (blocks: readonly Block[]): string[] => [
  ...new Set(referencesOf(blocks).map(({ id }) => id)),
]

type Name = readonly [field: string, id: string | null, kind?: FileKind]

function namesOf(block: LeafBlock): Name[] {
  switch (block.type) {
    case 'image':
      return [['file_id', block.file_id, 'image']]
    case 'video':
      return [
        ['file_id', block.file_id, 'video'],
        ['poster_file_id', block.poster_file_id, 'image'],
        ['captions_file_id', block.captions_file_id, 'captions'],
      ]
    case 'offer':
      return [
        ['offer_id', block.offer_id],
        ['price_id', block.price_id],
      ]
    case 'form':
      return [['form_id', block.form_id]]
    case 'lessons':
      return [['course_id', block.course_id]]
    default:
      return []
  }
}
