// A submission is received first, so that none is lost; what it causes follows, within the same request where it can.
import { lifecycle } from '@lms/contract'

export const submissionLifecycle = lifecycle(
  {
    received: { process: 'processed', fail: 'failed', mark: 'spam' },
    processed: { mark: 'spam' },
    failed: { process: 'processed', mark: 'spam' },
    spam: { restore: 'received' },
  },
  { begins: ['received', 'spam'] },
)
