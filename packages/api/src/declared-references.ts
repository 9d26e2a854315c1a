// Which service has the objects that others name, from the contracts of all services. The package of contracts may not
// import the services, so this is written to a file.
import type { Prefix } from '@lms/contract'
import { contracts } from './contracts.ts'

type Part = 'owns' | 'names' | 'files'

/** The services that declare a prefix in this part. */
const servicesOf = (part: Part, prefix: Prefix): string[] =>
  contracts
    .filter(({ references }) => references?.[part]?.includes(prefix))
    .map(({ service }) => service)
    .sort()

const prefixesOf = (part: Part): Prefix[] =>
  [...new Set(contracts.flatMap(({ references }) => references?.[part] ?? []))].sort()

/**
 * By prefix: the owner of the objects with the services that name them, and the owner of the files. Throws where a prefix
 * has not exactly one owner.
 */
export const declaredReferences = () => ({
  objects: Object.fromEntries(
    [...new Set([...prefixesOf('owns'), ...prefixesOf('names')])]
      .sort()
      .map(prefix => [prefix, { service: onlyOne('owns', prefix), namedBy: servicesOf('names', prefix) }]),
  ),
  files: Object.fromEntries(prefixesOf('files').map(prefix => [prefix, onlyOne('files', prefix)])),
})

function onlyOne(part: Part, prefix: Prefix): string {
  const services = servicesOf(part, prefix)
  if (services.length !== 1)
    throw new Error(`One service declares ${part} ${prefix}, not ${services.length}: ${services.join(', ')}`)
  return services[0]!
}
