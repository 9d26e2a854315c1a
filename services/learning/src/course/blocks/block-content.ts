// What a block of a lesson shows.
import { playerOf, reference, text } from '@lms/contract'
import { z } from 'zod'
import { unreadyFile } from '../courses/course.object.ts'

const file = () => reference(['fil'], { except: unreadyFile })

const block = <const T extends string, S extends z.ZodRawShape>(kind: T, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...shape })

const title = () => text(300, 1).describe('What it is about, also for people who do not see or hear it.')
const duration = () =>
  z
    .int32()
    .min(1)
    .max(86_400)
    .nullable()
    .default(null)
    .describe('How long it plays, in seconds, which progress counts; null if that is not known.')

export const BlockContent = z.discriminatedUnion('kind', [
  block('text', {
    html: text(50_000, 1).describe(
      'HTML of running text, headings and tables. Scripts, styles, forms and frames are removed.',
    ),
  }),
  block('video', {
    file_id: file().describe('A ready file with the video.'),
    title: title(),
    duration_seconds: duration(),
    poster_file_id: file()
      .nullable()
      .default(null)
      .describe('The picture shown before the video plays; null for none.'),
    captions_file_id: file().nullable().default(null).describe('A ready file of the type text/vtt.'),
  }),
  block('audio', {
    file_id: file().describe('A ready file with the recording.'),
    title: title(),
    duration_seconds: duration(),
    transcript: text(50_000)
      .default('')
      .describe('What is said in the recording, for people who cannot hear it.'),
  }),
  block('file', { file_id: file(), title: title() }),
  block('embed', {
    url: text(2000, 1)
      .refine(url => playerOf(url) !== null, 'must be the address of a video at YouTube or Vimeo')
      .describe('The address of a video at YouTube or Vimeo.'),
    title: title(),
    duration_seconds: duration(),
  }),
])
export type BlockContent = z.output<typeof BlockContent>

/** The ids of the files that a content shows, each once. */
export function filesOf(content: BlockContent): string[] {
  const fileIds = [
    'file_id' in content ? content.file_id : null,
    'poster_file_id' in content ? content.poster_file_id : null,
    'captions_file_id' in content ? content.captions_file_id : null,
  ]
  return [...new Set(fileIds.filter(id => id !== null))]
}
