import { atMost, crud, full, id, oneOf, reference, refuse, stamps, text } from '@lms/contract'
import { z } from 'zod'

const mostWebinars = 2000

export const Webinar = z.object({
  id: id('wbn'),
  title: text(200, 1).meta({ examples: ['Colour in landscapes'] }),
  description: text(10_000),
  host: text(200).describe('Who leads it, as participants read it; a session can name somebody else.'),
  access: oneOf(['open', 'group', 'offer']).describe(
    'Who can register: everybody, the members of a group, or whoever has bought an offer with this webinar. Staff registers anybody.',
  ),
  group_id: reference(['grp'])
    .nullable()
    .describe('The group whose members can register; null unless access is group.'),
  ...stamps,
})
export type Webinar = z.infer<typeof Webinar>

export const refusals = refuse({
  webinars_full: full(mostWebinars, 'webinars', 'Delete one without sessions.'),
  group_unfit: {
    status: 422,
    when: 'access is group without a group_id, or another one with it',
    message: 'Send group_id exactly if access is group.',
  },
  webinar_has_sessions: {
    status: 409,
    when: 'the webinar has sessions that are not canceled',
    message:
      'This webinar has sessions that were not canceled. Cancel those to come: DELETE /v1/webinar-sessions/{id}. One that was held stays.',
  },
})

export const webinars = crud('/v1/webinars', Webinar, {
  named: ['a webinar', 'webinars'],
  bound: atMost(mostWebinars, refusals.webinars_full),
  summaries: { remove: 'Delete a webinar, with its canceled sessions' },
  publishable: true,
  defaults: { description: '', host: '', access: 'open' },
  sorts: ['created_at', 'updated_at', 'title'],
  refuses: {
    create: [refusals.group_unfit],
    change: [refusals.group_unfit],
    remove: [refusals.webinar_has_sessions],
  },
  examples: { create: { title: 'Colour in landscapes' }, change: { host: 'Clara Bauer' } },
})
