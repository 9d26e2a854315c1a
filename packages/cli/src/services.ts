// The services of this installation, in one place: what `lms up` starts, what `lms migrate` migrates.
import type { Service } from '@lms/service-host'

export interface ServiceEntry {
  /** The name of the service, of its schema, and of its folder. */
  readonly name: string
  /** The program that runs it as a process of its own. */
  readonly main: URL
  /** The service as a value; loaded only where it is needed, for it brings the whole service with it. */
  load(): Promise<Service>
}

const entry = (name: string, load: () => Promise<Service>): ServiceEntry => ({
  name,
  main: new URL('main.ts', import.meta.resolve(`@lms/${name}/service`)),
  load,
})

export const services: readonly ServiceEntry[] = [
  entry('users', async () => (await import('@lms/users/service')).usersService),
  entry('commerce', async () => (await import('@lms/commerce/service')).commerceService),
  entry('webhooks', async () => (await import('@lms/webhooks/service')).webhooksService),
  entry('site', async () => (await import('@lms/site/service')).siteService),
  entry('service', async () => (await import('@lms/service/service')).serviceService),
]

export const serviceNames = services.map(({ name }) => name)
