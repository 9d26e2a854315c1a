// The secrets of a local installation: created once, stored in the data folder.
import { type Installation, newInstallation } from '@lms/service-host/installation'
import { readJson, writeJson } from './files.ts'

/** The installation in the file, created if there is none; a new service gets its keys. */
export async function ensureInstallation(path: string, names: readonly string[]): Promise<Installation> {
  const kept = await readJson<Installation>(path)
  if (!kept) {
    const made = newInstallation(names)
    await writeJson(path, made)
    return made
  }
  const missing = names.filter(name => !kept.signing[name])
  if (missing.length === 0) return kept
  const grown = { ...kept, signing: { ...newInstallation(missing).signing, ...kept.signing } }
  await writeJson(path, grown)
  return grown
}
