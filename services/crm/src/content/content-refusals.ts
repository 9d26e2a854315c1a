import { refuse } from '@lms/contract'

export const contentRefusals = refuse({
  content_unclear: {
    status: 422,
    when: 'neither or both of body and document are given',
    message: 'Give either body or document, and null for the other one.',
  },
  content_invalid: {
    status: 422,
    when: 'subject or body are no valid Liquid or MJML, or take too long to be filled in; or a block of the document cannot be in an e-mail',
    message: 'The subject or the content cannot be filled in. See details.',
  },
})
