// What the certificates of a course stand for: the achievement that credentials name by its address.
import { fragmentWith, I, id, pageVisit, resource, text } from '@lms/contract'
import { z } from 'zod'

export const Achievement = z.object({
  '@context': z.array(z.string()),
  id: z.string().describe('Its address.'),
  type: z.array(z.string()),
  name: text(200),
  description: text(10_000),
  criteria: z.object({ id: z.string(), narrative: text(1000) }),
  image: z.object({ id: z.string(), type: z.string(), caption: text(200) }),
  creator: z.object({ id: z.string(), type: z.array(z.string()), name: z.string(), url: z.string() }),
})

const body = { course_id: id('crs') }

/** What strangers may ask, through the gateway. Nobody's certificate is named. */
export const achievements = resource({
  show: I('POST /internal/achievements/show', {
    summary:
      'The page about what certificates of a course stand for; 404 without a certificate, or a template of a published course',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...pageVisit, ...body }),
    returns: fragmentWith(Achievement),
  }),
  picture: I('POST /internal/achievements/picture', {
    summary: 'Its picture, in which there is no credential',
    callers: ['gateway'],
    permission: null,
    body: z.object(body),
    returns: z.object({ picture: z.string().describe('SVG.') }),
  }),
})
