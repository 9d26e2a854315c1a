import type { Setting } from '@lms/service-host'
import type { AddressPolicy } from '@lms/service-host/outside'

export const callSettings: readonly Setting[] = [
  {
    name: 'LMS_SCENARIOS_ALLOW_PRIVATE',
    about: 'With 1 scenarios may call addresses of a private network, or of this machine, and without TLS.',
    example: '1',
  },
]

/** Which addresses a scenario may call. */
export function policyOf({
  config,
}: {
  config: { settings: Readonly<Record<string, string | undefined>> }
}): AddressPolicy {
  const isOpen = config.settings.LMS_SCENARIOS_ALLOW_PRIVATE === '1'
  return { allowHttp: isOpen, allowLoopback: isOpen, allowPrivate: isOpen }
}
