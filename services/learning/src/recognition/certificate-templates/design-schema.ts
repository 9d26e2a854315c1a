// What a certificate looks like: a page, a background, and boxes in their places.
import { id, language, oneOf, reference, text } from '@lms/contract'
import { z } from 'zod'

export const maxBoxes = 30
/** Maximum images besides the background: each is read for every download. */
export const maxImages = 5

/** What a text can name, in double braces: `{{name}}`. */
export const variables = ['name', 'course', 'school', 'issued_on', 'completed_on', 'number', 'url'] as const
export type Variable = (typeof variables)[number]

const fromEdge = z.int32().min(0).max(2000)
const extent = z.int32().min(1).max(2000)
const frame = {
  x: fromEdge.describe('The distance of the left edge of the box from that of the page, in points.'),
  y: fromEdge.describe('The distance of the top edge of the box from that of the page, in points.'),
  width: extent.describe('The width of the box, in points.'),
  height: extent.describe('The height of the box, in points.'),
}
const colour = () =>
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'must be a colour of six lower-case hexadecimal digits: #1f6feb')
    .meta({ examples: ['#1a1a1a'] })

export const Box = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    ...frame,
    text: text(500, 1)
      .describe(`May name ${variables.map(name => `\`{{${name}}}\``).join(', ')}.`)
      .meta({ examples: ['{{name}}'] }),
    size: z
      .int32()
      .min(4)
      .max(200)
      .describe('Of its letters, in points. Too long a text shrinks, then it is wrapped.'),
    bold: z.boolean().describe('Whether the letters are bold.'),
    align: oneOf(['left', 'center', 'right']).describe('Where the text stands in the width of its box.'),
    colour: colour().describe('The colour of the letters: `#` and six hexadecimal digits.'),
  }),
  z.strictObject({
    kind: z.literal('image'),
    ...frame,
    file_id: reference(['fil']).describe(
      'A PNG without interlacing, or a JPEG, of at most 4 MiB: a signature, a seal.',
    ),
  }),
  z.strictObject({ kind: z.literal('qr'), ...frame }),
])
export type Box = z.infer<typeof Box>

export const pageSizes = { A4: [595, 842], letter: [612, 792] } as const

export const design = {
  page: z
    .strictObject({
      size: oneOf(['A4', 'letter']).describe(
        'The format of the paper: A4 is 210 by 297 mm, `letter` 8.5 by 11 inches.',
      ),
      orientation: oneOf(['landscape', 'portrait']).describe(
        'Whether the long edge lies (`landscape`) or stands (`portrait`).',
      ),
    })
    .describe('The sheet on which the certificate is printed.'),
  language: language().describe('The language of the dates on it, which are days in the zone of the course.'),
  background_file_id: reference(['fil'])
    .nullable()
    .describe('An image that covers the page: a PNG without interlacing, or a JPEG, of at most 4 MiB.'),
  boxes: z
    .array(Box)
    .max(maxBoxes)
    .refine(
      boxes => boxes.filter(({ kind }) => kind === 'image').length <= maxImages,
      `must have at most ${maxImages} images`,
    )
    .describe(
      'In points (1/72 inch) from the top left corner; an A4 page has 842 by 595. Later boxes stand above earlier ones. `qr` leads to the public check.',
    ),
}
export const Design = z.object(design)
export type Design = z.infer<typeof Design>

/** The design of a row that has more columns. */
export const designOf = ({ page, language, background_file_id, boxes }: Design): Design => ({
  page,
  language,
  background_file_id,
  boxes,
})

export const templateId = () => id('ctp')
