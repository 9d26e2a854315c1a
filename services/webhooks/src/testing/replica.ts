// The service as a process of its own, which tests kill, pause and resume.
import type { HostConfig } from '@lms/service-host'
import { startReplica as start } from '@lms/testing'

export type { Replica } from '@lms/testing'

const main = new URL('../main.ts', import.meta.url)

/** Starts the service as its own process and waits until it is ready. */
export const startReplica = (config: HostConfig, settings: Record<string, string> = {}) =>
  start(main, config, { LMS_WEBHOOK_ALLOW_LOOPBACK: '1', ...settings })
