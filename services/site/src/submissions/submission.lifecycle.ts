// A submission is received first, so that none is lost; what it causes follows, within the same request where it can.
import { lifecycle } from '@lms/contract'

export const submissionLifecycle = lifecycle(
  {
    received: { finish: 'finished', fail: 'failed', mark: 'spam' },
    finished: { mark: 'spam' },
    failed: { finish: 'finished', mark: 'spam' },
    spam: { restore: 'received' },
  },
  { begins: ['received', 'spam'] },
)
