import { lifecycle } from '@lms/contract'

export const scenarioLifecycle = lifecycle({
  draft: { enable: 'enabled', stop: 'stopped' },
  enabled: { pause: 'paused', stop: 'stopped' },
  paused: { enable: 'enabled', stop: 'stopped' },
  stopped: { enable: 'enabled' },
})
