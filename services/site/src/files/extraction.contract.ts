// Files that come inside of a package: their bytes go from the stored archive into the storage, and never through the
// service that reads the package.
import { deleted, I, id, oneOf, resource } from '@lms/contract'
import { z } from 'zod'
import { fileLifecycle } from '../storage/file.lifecycle.ts'
import { File } from '../storage/file.object.ts'
import { refusals } from './file.contract.ts'

/** Maximum bytes of a file from a package. */
export const maxExtractedBytes = 2 * 1024 ** 3

export const Packed = z.object({
  offset: z.int().min(0).describe('Where the packed bytes begin in the archive.'),
  packed: z.int().min(0).describe('Packed bytes.'),
  deflated: z.boolean().describe('Whether they are packed (RFC 1951), or stored as they are.'),
  isWhole: z
    .boolean()
    .optional()
    .describe(
      'Whether the whole archive is packed (RFC 1952): `packed` are its bytes, and `offset` counts in what is unpacked.',
    ),
})
export type Packed = z.infer<typeof Packed>

export const fileExtraction = resource({
  /** Begins to make a file of the school; a repetition tells how far it is. */
  extract: I('POST /internal/files/extractions', {
    summary: 'Make a file of the bytes of an entry of a stored archive',
    callers: ['learning'],
    permission: null,
    body: z.object({
      ...Packed.shape,
      id: id('fil'),
      archive_id: id('fil'),
      size: z.int().min(1).max(maxExtractedBytes),
      name: File.shape.name,
      folder: File.shape.folder,
      alt: File.shape.alt,
      content_type: File.shape.content_type,
    }),
    returns: z.object({
      status: oneOf([...fileLifecycle.states, 'full', 'gone']).describe(
        'full: the school has no room for it. gone: the archive was deleted.',
      ),
    }),
  }),
  /** Takes back a file of a package whose import has failed; one that something names stays. */
  discard: I('DELETE /internal/files/extractions/{id}', {
    summary: 'Delete a file that was made of an entry of an archive, unless something names it',
    callers: ['learning'],
    permission: null,
    path: { id: id('fil') },
    returns: deleted(id('fil')),
    refuses: [refusals.file_in_use],
  }),
})
