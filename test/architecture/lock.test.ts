// `npm ci` accepts a lock file only if it has every package that another one needs, also those of other platforms,
// which no install here adds. An install from an incomplete registry leaves some out of the lock.
import { readFileSync } from 'node:fs'

interface Entry {
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as {
  packages: Record<string, Entry>
}

/** Where Node would find a package that one at this path requires; undefined if nowhere. */
function placeOf(name: string, path: string): string | undefined {
  const own = `${path}${path && '/'}node_modules/${name}`
  if (own in packages) return own
  if (path === '') return undefined
  const at = path.lastIndexOf('node_modules/')
  return placeOf(name, at < 0 ? '' : path.slice(0, at).replace(/\/$/, ''))
}

test('the lock has every package that another needs, of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => !placeOf(name, path))
      .map(([name, version]) => `${name}@${version}, which ${path || 'the root'} names`),
  )
  if (missing.length)
    throw new Error(
      `npm ci would refuse package-lock.json: it lacks ${missing.join('; ')}. ` +
        'Write entries with version, os, cpu and "optional": true, as those beside them have.',
    )
})
