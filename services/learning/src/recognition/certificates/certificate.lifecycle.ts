import { lifecycle } from '@lms/contract'

/** A revoked certificate stays revoked; another one may follow it. */
export const certificateLifecycle = lifecycle({ issued: { revoke: 'revoked' }, revoked: {} })
