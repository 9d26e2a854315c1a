// The data folder of a local installation, and its contents.
import { mkdir, realpath, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export interface Folder {
  path: string
  postgres: string
  nats: string
  /** The bytes of the schools' files. */
  files: string
  logs: string
  /** Compiled code of our programs, which start a third faster with it. */
  code: string
  /** Secret keys of the installation. Losing them loses everything encrypted with them. */
  installation: string
  /** The demo school and its owner's key. */
  demo: string
  /** The addresses of the running system; it exists only while everything runs. */
  ready: string
  /** Where the processes of this run show their metrics, for Prometheus (`file_sd_configs`). */
  targets: string
  /** The processes of the present or the last run. */
  run: string
}

export function folderAt(data: string): Folder {
  const path = resolve(data)
  const at = (name: string) => join(path, name)
  return {
    path,
    postgres: at('postgres'),
    nats: at('nats'),
    files: at('files'),
    logs: at('logs'),
    code: at('code'),
    installation: at('installation.json'),
    demo: at('demo.json'),
    ready: at('ready.json'),
    targets: at('targets.json'),
    run: at('run.json'),
  }
}

/** Creates the folder. Other users may traverse it but not list it: if we are root, Postgres runs as another user. */
export async function makeFolder(folder: Folder): Promise<void> {
  await mkdir(folder.path, { recursive: true, mode: 0o711 })
  await mkdir(folder.logs, { recursive: true, mode: 0o700 })
}

/** Removes the remains of a run, but nothing that does not belong to the installation. */
export async function emptyFolder(folder: Folder): Promise<void> {
  // Postgres's folder may be a link to a place that its user can enter.
  const postgres = await realpath(folder.postgres).catch(() => folder.postgres)
  const { nats, files, logs, code, installation, demo, ready, targets } = folder
  for (const path of [postgres, folder.postgres, nats, files, logs, code, installation, demo, ready, targets])
    await rm(path, { recursive: true, force: true })
}
