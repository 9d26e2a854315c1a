// The layout of a school's pages, into which the gateway sets what other services write: buying, paying, a room, a
// certificate.
import { I, resource, text } from '@lms/contract'
import { z } from 'zod'

const source = () => text(300)

export const Frame = z.object({
  head: z.string().describe('HTML in the head: the styles of the layout and of the colours, the icon.'),
  header: z
    .string()
    .describe('HTML before the content: logo or name, which lead to the home page, and the menu.'),
  footer: z.string().describe('HTML behind the content.'),
  style_sources: z.array(source()).describe('The styles, for the content policy.'),
  image_sources: z.array(source()).describe('Where the logo comes from, for the content policy.'),
})
export type Frame = z.infer<typeof Frame>

export const frames = resource({
  show: I('POST /internal/frames/show', {
    summary: 'The layout of the pages of a school',
    callers: ['gateway'],
    permission: null,
    body: z.object({}),
    returns: Frame,
  }),
})
