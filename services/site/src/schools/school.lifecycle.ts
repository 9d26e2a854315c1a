// Every move of a school. A suspended one is refused at the door; nothing of it is lost.
import { lifecycle } from '@lms/contract'

export const schoolLifecycle = lifecycle({
  active: { suspend: 'suspended' },
  suspended: { resume: 'active' },
})
