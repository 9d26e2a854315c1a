// The services of this installation: one is there because its folder is. What `lms up` starts, what `lms migrate`
// migrates, what the image runs.
import { readdirSync, readFileSync } from 'node:fs'
import type { Service } from '@lms/service-host'

export interface ServiceEntry {
  /** The name of the service, of its schema, and of its folder. */
  readonly name: string
  /** The program that runs it as a process of its own. */
  readonly main: URL
  /** The service as a value; loaded only where it is needed, for it brings the whole service with it. */
  load(): Promise<Service>
}

const folder = new URL('../../../services/', import.meta.url)

/** A service's name stands in those of its schema, roles and variables as it is. */
export const serviceName = /^[a-z][a-z0-9]{0,30}$/

interface Manifest {
  /** Where the service stands in lists; those that do not say so come last, by their names. */
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
}))

function serviceIn(name: string, exported: Record<string, Partial<Service>>): Service {
  const found = Object.values(exported).find(value => value?.contract?.service === name)
  if (!found)
    throw new Error(`services/${name}/src/service.ts exports no service whose contract has the name ${name}.`)
  return found as Service
}
