// What the platform says of its own addresses.
import { isIP } from 'node:net'
import type { HostConfig, Setting } from '@lms/service-host'
import { readHost } from './domain.rules.ts'

export const domainTargetSetting: Setting = {
  name: 'LMS_DOMAIN_TARGETS',
  about:
    'Where schools point their domains: host names or IP addresses of the proxy in front, with commas. GET /v1/domains shows them.',
  example: 'schools.platform.example',
  check: value => void targetsIn(value),
}

const maxTargets = 10

/** The configured addresses. */
export const domainTargetsOf = ({ settings }: Pick<HostConfig, 'settings'>): string[] =>
  targetsIn(settings.LMS_DOMAIN_TARGETS ?? '')

/** At most ten addresses. Throws if one is neither a host name nor an IP address. */
function targetsIn(value: string): string[] {
  const targets = value.split(',').flatMap(one => one.trim() || [])
  for (const target of targets)
    if (!isIP(target) && readHost(target) === null)
      throw new Error(`LMS_DOMAIN_TARGETS: ${target} is neither a host name nor an IP address.`)
  if (targets.length > maxTargets)
    throw new Error(`LMS_DOMAIN_TARGETS has more than ${maxTargets} addresses.`)
  return targets
}
