// The blocks of a page's content.

import { type Id, id, oneOf, playerOf, reference, text } from '@lms/contract'
import { z } from 'zod'

export const maxBlocks = 200
export const maxContentBytes = 200 * 1024

/** A place that a button or a picture leads to: an address of the school, or another one. */
const target = () =>
  text(2000, 1).refine(
    value => /^(\/(?![/\\])|#[\w-]+$|https:\/\/|mailto:|tel:)/i.test(value),
    'must be a path from the root, #anchor, or an address that begins with https:, mailto: or tel:',
  )

const block = <const T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape })

const alignment = () => oneOf(['start', 'center']).default('start')

/** Blocks that a page and an e-mail can have; `file` is how they name files. */
const common = (file: () => z.ZodType<Id<'fil'>, Id<'fil'>>) =>
  [
    block('heading', {
      level: z.int().min(2).max(4).default(2).describe('The title of the page has level 1.'),
      text: text(300, 1).describe('The words of the heading.'),
      anchor: text(60)
        .regex(
          /^[a-z][a-z0-9-]*$/,
          'must be lower-case letters, digits and hyphens, and begin with a letter: prices',
        )
        .nullable()
        .default(null)
        .describe('Links lead here as #anchor.'),
      align: alignment().describe('Whether the heading begins at the edge or stands in the middle.'),
    }),
    block('text', {
      html: text(20_000).describe(
        'HTML of running text: p, br, strong, em, s, u, code, a, ul, ol, li, blockquote. The rest is removed.',
      ),
      align: alignment().describe('Whether the text begins at the edge or stands in the middle.'),
    }),
    block('image', {
      file_id: file().describe('A ready image.'),
      alt: text(500)
        .nullable()
        .default(null)
        .describe('Null for the alt text of the file; empty for decoration.'),
      caption: text(500).default('').describe('Words below the picture; empty for none.'),
      link: target()
        .nullable()
        .default(null)
        .describe('Where the picture leads when it is clicked; null for nowhere.'),
    }),
    block('video', {
      file_id: file().describe('A ready file of the kind video.'),
      poster_file_id: file()
        .nullable()
        .default(null)
        .describe('A ready image, shown before the video plays; null for none.'),
      captions_file_id: file().nullable().default(null).describe('A ready file of the type text/vtt.'),
      title: text(300, 1).describe('What the video is about, for people who do not see it.'),
    }),
    block('embed', {
      url: text(2000, 1)
        .refine(url => playerOf(url) !== null, 'must be the address of a video at YouTube or Vimeo')
        .describe('The address of a video at YouTube or Vimeo.'),
      title: text(300, 1).describe('What it is about, for people who do not see it.'),
    }),
    block('button', {
      label: text(100, 1).describe('The words on the button.'),
      target: target().describe('Where the button leads: a path of the site, an anchor or another address.'),
      align: alignment().describe('Whether the button stands at the edge or in the middle.'),
    }),
    block('divider', {}),
    block('offer', {
      offer_id: reference(['off']),
      price_id: reference(['prc'])
        .nullable()
        .default(null)
        .describe('The price variant that is shown; null for the default price.'),
      label: text(100, 1)
        .nullable()
        .default(null)
        .describe('The words on the button; null for the usual ones of the language.'),
    }),
    block('lessons', {
      course_id: reference(['crs']).nullable().default(null),
      title: text(300).default('').describe('The heading above the programme; empty for none.'),
      items: z
        .array(
          z.strictObject({
            title: text(300, 1).describe('The title of the lesson.'),
            text: text(1000).default('').describe('What the lesson is about; empty for nothing.'),
          }),
        )
        .min(1)
        .max(100)
        .describe('The programme of the course, lesson by lesson.'),
    }),
    block('html', { html: text(50_000).describe('HTML. Scripts, styles, forms and frames are removed.') }),
  ] as const

const leaves = [...common(() => id('fil')), block('form', { form_id: id('frm') })] as const

export const LeafBlock = z.discriminatedUnion('type', leaves)
export type LeafBlock = z.output<typeof LeafBlock>

const columnsOf = <const L extends readonly [z.ZodObject, ...z.ZodObject[]]>(leaf: L) =>
  block('columns', {
    columns: z
      .array(
        z.strictObject({
          blocks: z
            .array(z.discriminatedUnion('type', leaf))
            .max(50)
            .describe('The blocks of the column from the top.'),
        }),
      )
      .min(2)
      .max(4)
      .describe('The columns from the start of the line; on narrow screens one below the other.'),
  })

export const Block = z.discriminatedUnion('type', [...leaves, columnsOf(leaves)])
export type Block = z.output<typeof Block>

export const Blocks = z.array(Block).max(maxBlocks)

const mailLeaves = common(() => reference(['fil'], { except: ['uploading', 'checking', 'rejected'] }))

/** A document of blocks for an e-mail: as of a page, without forms. The kinds of its files are checked as it is rendered. */
export const MailDocument = z.strictObject({
  blocks: z
    .array(z.discriminatedUnion('type', [...mailLeaves, columnsOf(mailLeaves)]))
    .min(1)
    .max(maxBlocks)
    .describe('The blocks of the e-mail from the top.'),
})
export type MailDocument = z.output<typeof MailDocument>
