// Where the bytes of files are.
import type { Clock, HostConfig, Setting, Vault } from '@lms/service-host'
import { DiskStorage } from './disk.ts'
import { lazyStorage } from './lazy.ts'
import { originOf, readS3Address } from './s3-address.ts'
import type { Storage } from './storage.ts'

export const storageSettings: readonly Setting[] = [
  {
    name: 'LMS_STORAGE',
    about:
      'Where the files of schools are: disk:<folder> on this machine, or s3://<bucket>?region=<region>, for a compatible store with &endpoint=<address> and, where its buckets have no host names, &path_style=true.',
    example: 's3://schools?region=eu-central-1',
    container: { value: 'disk:/var/lib/lms/files', volume: 'files:/var/lib/lms/files' },
  },
  {
    name: 'LMS_S3_ACCESS_KEY_ID',
    about: 'The key of the bucket. Without one the AWS SDK looks for the role of the machine.',
    example: 'AKIA0000000000000000',
  },
  { name: 'LMS_S3_SECRET_ACCESS_KEY', about: 'The secret of that key.', example: 'secret' },
]

interface Installed {
  readonly config: HostConfig
  readonly vault: Vault
  readonly clock: Clock
}

const opened = new WeakMap<HostConfig, Storage>()

/** The storage of this installation. Throws if it is not configured. */
export function storageOf(installed: Installed): Storage {
  let storage = opened.get(installed.config)
  if (!storage) {
    storage = openStorage(installed)
    opened.set(installed.config, storage)
  }
  return storage
}

function openStorage({ config: { settings }, vault, clock }: Installed): Storage {
  const address = settings.LMS_STORAGE ?? ''
  if (address.startsWith('disk:/')) return new DiskStorage(address.slice('disk:'.length), vault)
  const bucket = readS3Address(address)
  if (!bucket) throw new Error('Set LMS_STORAGE to disk:/<folder> or s3://<bucket>?region=<region>.')
  const { LMS_S3_ACCESS_KEY_ID: accessKeyId, LMS_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  return lazyStorage('s3', originOf(bucket), async () => {
    const { S3Storage } = await import('./s3.ts')
    return new S3Storage({ ...bucket, credentials, clock })
  })
}
