// A file as the API shows it. The bytes are in the storage; this row says what they are.
import { id, oneOf, stamps, statusOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { fileLifecycle } from './file.lifecycle.ts'

export const mebibyte = 1024 * 1024
/** Maximum bytes of a file: 5 GiB. */
export const maxFileBytes = 5 * 1024 * mebibyte

/** Why a file was refused after its upload. */
export const fileProblems = [
  'size_differs',
  'hash_differs',
  'type_differs',
  'too_many_pixels',
  'infected',
  'unreadable',
  'unchecked',
] as const
export type FileProblem = (typeof fileProblems)[number]

/** Whether the storage has its bytes, which take room. Those of a rejected file go, unless nobody could check them. */
export const hasBytes = ({ status, problem }: Pick<File, 'status' | 'problem'>): boolean =>
  status !== 'rejected' || problem === 'unchecked'

/** The sizes of pictures that are made of an image, by the longest side in pixels; the last one may have less. */
export const variantSides = { thumbnail: 240, small: 640, medium: 1280, large: 2560 } as const
/** Of the largest variant. */
export const largestSide = variantSides.large
export type VariantName = keyof typeof variantSides
export const variantNames = Object.keys(variantSides) as [VariantName, ...VariantName[]]

export const vectorType = 'image/svg+xml'
/** Photographs of telephones, which few browsers show. */
export const photographTypes = ['image/heic', 'image/heif']
const neverShown = new Set([vectorType, ...photographTypes])
/** Whether only the variants of such an image are shown, never the image itself. */
export const isShownByVariants = (type: string): boolean => neverShown.has(type)

/** Maximum pixels of an image, and of one of its sides: WebP has no longer ones. */
export const maxPixels = 100_000_000
export const longestSide = 16_383
const pixels = () => z.int32().min(1).max(longestSide)

/** Without control characters, marks that turn the direction of text, and line separators. */
const isPlain = (text: string) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)

/** A name without folders and without characters that break headers or file systems. */
export const fileName = () =>
  text(200, 1)
    .regex(/^[^/\\]+$/, 'must be a name without folders')
    .refine(isPlain, 'must not contain control characters')
    .refine(
      name => name.trim() === name && !/^\.+$/.test(name),
      'must not begin or end with a space, nor be only dots',
    )
    .meta({ examples: ['lesson-1.mp4'] })

export const File = z.object({
  id: id('fil'),
  name: fileName().describe('The name under which the file is downloaded.'),
  folder: text(500)
    .regex(/^([^/\\]+(\/[^/\\]+)*)?$/, 'must be names with / between them, or empty')
    .refine(isPlain, 'must not contain control characters')
    .refine(folder => !/(^|\/)\.+(\/|$)/.test(folder), 'must not contain names of only dots')
    .describe('The folder, for the school’s own order; empty for none.')
    .meta({ examples: ['course/pictures'] }),
  alt: text(500).describe('What a picture shows, for people who do not see it.'),
  content_type: text(100)
    .regex(
      /^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/,
      'must be a media type in lower case and without parameters: image/png',
    )
    .meta({ examples: ['video/mp4'] })
    .describe('The media type of the file, such as `image/png`.'),
  size: z
    .int()
    .min(1)
    .max(maxFileBytes)
    .describe('The size of the file in bytes.')
    .meta({ examples: [1_048_576] }),
  sha256: z
    .string()
    .regex(
      /^[0-9a-f]{64}$/,
      'must be a SHA-256 as 64 hexadecimal digits in lower case, such as e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
    .nullable()
    .describe('The SHA-256 of the bytes: as announced, else as found by the check.'),
  status: statusOf(fileLifecycle).describe(
    'uploading until the upload is reported complete, checking until its bytes are read, then ready or rejected; uploading again if bytes are missing.',
  ),
  problem: oneOf(fileProblems)
    .nullable()
    .describe(
      'Why it was rejected: the bytes are not what was announced, or are harmful. unchecked: its check took too long, or the storage or the scanner was away for too long; reported complete again, it is checked again.',
    ),
  width: pixels().nullable().describe('The width of an image in pixels; null for another file.'),
  height: pixels().nullable().describe('The height of an image in pixels; null for another file.'),
  variants: z
    .array(
      z.object({
        name: oneOf(variantNames).describe(
          'The name of the size, which an address of the picture can ask for.',
        ),
        width: pixels().describe('The width of this size in pixels.'),
        height: pixels().describe('The height of this size in pixels.'),
        size: z.int().min(1).describe('The bytes of this size.'),
      }),
    )
    .max(variantNames.length)
    .describe(
      'Pictures of an image in WebP: smaller ones, and one of its own size unless that is larger than all variants. They appear within moments after the file is ready. An animation keeps its frames.',
    ),
  ready_at: timestamp().nullable().describe('When the file could be used; null before.'),
  ...stamps,
})
export type File = z.infer<typeof File>
