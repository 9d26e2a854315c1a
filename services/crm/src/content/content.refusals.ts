import { refuse } from '@lms/contract'

export const contentRefusals = refuse({
  content_unfit: {
    status: 422,
    when: 'subject or body are no valid Liquid or MJML, or take too long to be filled in',
    message: 'The subject or the body cannot be filled in. See details.',
  },
})
