// The keys of a local installation: made once, kept in the data folder.
import { type Installation, newInstallation } from '@lms/service-host/installation'
import { readJson, writeJson } from './files.ts'

/** The installation kept in the file, made where there is none; a service that is new to it gets its keys. */
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
