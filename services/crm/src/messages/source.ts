import { text } from '@lms/contract'

/** What a message is counted by besides mailings and campaigns: `scn_…:3:welcome`, a node of a version of a scenario. */
export const source = () =>
  text(120, 1).regex(/^[a-z0-9_]+(:[a-zA-Z0-9_-]+)+$/, 'must be an id and places in it, with colons')
