// A file is there once its bytes are uploaded and checked. A refused file keeps its row, to say why;
// its bytes are gone, unless nobody could check them: then it can be checked again.
import { lifecycle } from '@lms/contract'

export const fileLifecycle = lifecycle({
  uploading: { check: 'checking' },
  checking: { accept: 'ready', reject: 'rejected', resume: 'uploading' },
  ready: {},
  rejected: { check: 'checking' },
})
