// The secrets of a local installation: created once, stored in the data folder.
import { type Installation, newInstallation } from '@lms/service-host/installation'
import { readJson, writeJson } from './files.ts'

/** The installation in the file, created if there is none; a new service gets its keys. */
export async function ensureInstallation(path: string, names: readonly string[]): Promise<Installation> {
  const stored = await readJson<Installation>(path)
  if (!stored) {
    const created = newInstallation(names)
    await writeJson(path, created)
    return created
  }
  const missing = names.filter(name => !stored.signing[name])
  if (missing.length === 0) return stored
  const grown = { ...stored, signing: { ...newInstallation(missing).signing, ...stored.signing } }
  await writeJson(path, grown)
  return grown
}
