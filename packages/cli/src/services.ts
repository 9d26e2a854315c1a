// The services of this installation: one for each folder. `lms up`, `lms migrate` and the image use this list.
import { readdirSync, readFileSync } from 'node:fs'
import type { MigrationSpec, Service } from '@lms/service-host'

export interface ServiceEntry {
  /** The name of the service, of its schema, and of its folder. */
  readonly name: string
  /** The program that runs the service as a process of its own. */
  readonly main: URL
  /** The service as a value; loaded only when needed, because it imports the whole service. */
  load(): Promise<Service>
  /** Its migrations, which can be read without the rest of it. */
  migrations(): Promise<readonly MigrationSpec[]>
}

const folder = new URL('../../../services/', import.meta.url)

/** The name becomes part of the names of schema, roles and variables without a change. */
export const serviceName = /^[a-z][a-z0-9]{0,30}$/

interface Manifest {
  /** The place of the service in lists; services without one come last, by name. */
  lms?: { order?: number }
}

const readManifest = (name: string): Manifest | null => {
  try {
    return JSON.parse(readFileSync(new URL(`${name}/package.json`, folder), 'utf8'))
  } catch {
    return null
  }
}

export const serviceNames: readonly string[] = readdirSync(folder)
  .flatMap(name => {
    const manifest = readManifest(name)
    if (manifest && !serviceName.test(name))
      throw new Error(`services/${name}: the name of a service has only lower-case letters and digits.`)
    return manifest ? [{ name, order: manifest.lms?.order ?? Number.POSITIVE_INFINITY }] : []
  })
  .sort((one, other) => one.order - other.order || 0 || (one.name < other.name ? -1 : 1))
  .map(({ name }) => name)

export const services: readonly ServiceEntry[] = serviceNames.map(name => ({
  name,
  main: new URL(`${name}/src/main.ts`, folder),
  load: async () => serviceIn(name, await import(new URL(`${name}/src/service.ts`, folder).href)),
  migrations: async () => {
    const { migrationsIn } = await import('@lms/service-host')
    return migrationsIn(new URL(`${name}/migrations/`, folder))()
  },
}))

function serviceIn(name: string, exported: Record<string, Partial<Service>>): Service {
  const exportedService = Object.values(exported).find(value => value?.contract?.service === name)
  if (!exportedService)
    throw new Error(`services/${name}/src/service.ts exports no service whose contract has the name ${name}.`)
  return exportedService as Service
}
