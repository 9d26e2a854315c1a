// Where the bytes of files are.
import type { HostConfig, Setting, Vault } from '@lms/service-host'
import { DiskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

export const storageSettings: readonly Setting[] = [
  {
    name: 'LMS_STORAGE',
    about: 'Where the files of schools are: disk:<folder>, on this machine.',
    example: 'disk:/var/lib/lms/files',
    container: { value: 'disk:/var/lib/lms/files', volume: 'files:/var/lib/lms/files' },
  },
]

const opened = new WeakMap<HostConfig, Storage>()

/** The storage of this installation. Throws if it is not configured. */
export function storageOf({ config, vault }: { config: HostConfig; vault: Vault }): Storage {
  let storage = opened.get(config)
  if (!storage) {
    storage = openStorage(config.settings.LMS_STORAGE ?? '', vault)
    opened.set(config, storage)
  }
  return storage
}

function openStorage(address: string, vault: Vault): Storage {
  if (address.startsWith('disk:/')) return new DiskStorage(address.slice('disk:'.length), vault)
  throw new Error('Set LMS_STORAGE to disk:/<folder>.')
}
