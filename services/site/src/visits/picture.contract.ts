// A picture of a school for pages that other services write.
import { I, id, resource, text } from '@lms/contract'
import { z } from 'zod'

export const Picture = z.object({
  src: text(2000).describe('A path at the address of the school.'),
  width: z.int(),
  height: z.int(),
  alt: text(500),
  sources: z.array(text(300)).describe('Where it comes from, for the content policy of the page.'),
})
export type Picture = z.infer<typeof Picture>

export const pictures = resource({
  show: I('POST /internal/pictures/show', {
    summary: 'How a picture is shown; 404 for a file that is none',
    callers: ['commerce'],
    permission: null,
    body: z.object({ file_id: id('fil') }),
    returns: Picture,
  }),
})
