// Visitors see a published page. It can be published again, with newer content.
import { lifecycle } from '@lms/contract'

export const pageLifecycle = lifecycle({
  draft: { publish: 'published' },
  published: { publish: 'published', withdraw: 'draft' },
})
