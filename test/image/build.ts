// Builds deploy/Dockerfile by buildah, which needs root and no engine, with a storage of its own that is removed again.
import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, realpath, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { env, execPath } from 'node:process'
import { promisify } from 'node:util'
import { cacheFolders, fillCache, writableFolder } from '@lms/local'
import { root } from '../architecture/sources.ts'

export interface Image {
  /** The folder of the image's files. */
  root: string
  /** The variables of the image. */
  env: Record<string, string>
  labels: Record<string, string>
  user: string
  entrypoint: string[]
  healthCommand: string[]
  bytes: number
}

const runFile = promisify(execFile)
async function run(program: string, ...args: string[]): Promise<string> {
  try {
    return (await runFile(program, args, { cwd: root, maxBuffer: 256 * 1024 * 1024 })).stdout.trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`${program} is missing: apt-get install buildah debootstrap (Debian, Ubuntu).`)
  }
}

/** Builds the image on a base: a name, or null for one that is made of Debian's packages and the npm package of Node. */
export async function buildImage(folder: string, base: string | null, version: string): Promise<Image> {
  const buildah = (...args: string[]) =>
    run(
      'buildah',
      '--root',
      join(folder, 'storage'),
      '--runroot',
      join(folder, 'run'),
      '--storage-driver',
      'vfs',
      ...args,
    )
  const name = 'localhost/open-school'
  const from = base ?? (await standInBase(buildah))
  const args = { BASE: from, VERSION: version, REVISION: await run('git', 'rev-parse', 'HEAD') }
  await buildah(
    ...['build', '--isolation', 'chroot', '--format', 'docker', '--layers=false', '--tag', name],
    ...['--file', 'deploy/Dockerfile', '--ignorefile', 'deploy/Dockerfile.dockerignore'],
    ...Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]),
    '.',
  )
  const container = await buildah('from', '--pull-never', name)
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', name))
  const { Env, Labels, User, Entrypoint, Healthcheck } = Docker.config
  const mountPath = await buildah('mount', container)
  return {
    root: mountPath,
    env: Object.fromEntries(Env.map((each: string) => each.split(/=(.*)/s, 2))),
    labels: Labels,
    user: User,
    entrypoint: Entrypoint,
    healthCommand: Healthcheck.Test.slice(1),
    bytes: await bytesOf(mountPath),
  }
}

type Buildah = (...args: string[]) => Promise<string>

/** A base like the official image of Node: Debian without its documents, Node, npm, and the user 1000. */
async function standInBase(buildah: Buildah): Promise<string> {
  const name = 'localhost/stand-in'
  const cache = await writableFolder(cacheFolders())
  const debian = join(cache, 'debian-bookworm')
  if (!(await bytesOf(debian).catch(() => 0)))
    await fillCache(cache, 'debian-bookworm', async to => {
      await run('debootstrap', '--variant=minbase', 'bookworm', to)
      for (const path of [
        'usr/share/doc',
        'usr/share/man',
        'usr/share/info',
        'usr/share/locale',
        'var/cache/apt',
        'var/lib/apt/lists',
      ])
        await rm(join(to, path), { recursive: true, force: true })
      await run('chroot', to, 'useradd', '--uid', '1000', '--create-home', 'node')
    })
  const container = await buildah('from', 'scratch')
  const mountPath = await buildah('mount', container)
  await run('cp', '--archive', `${debian}/.`, mountPath)
  const local = join(mountPath, 'usr/local')
  await copyFile(execPath, join(local, 'bin/node'))
  await mkdir(join(local, 'lib/node_modules'), { recursive: true })
  // npm names its own program to what it runs: <folder of npm>/bin/npm-cli.js.
  const npmProgram = env.npm_execpath ?? (await realpath(await run('sh', '-c', 'command -v npm')))
  const npm = dirname(dirname(npmProgram))
  await cp(npm, join(local, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  // The certificates by which this machine reaches the registry.
  const certificates = env.NODE_EXTRA_CA_CERTS
  if (certificates) {
    const inside = '/etc/ssl/certs/of-this-machine.pem'
    await mkdir(dirname(join(mountPath, inside)), { recursive: true })
    await copyFile(certificates, join(mountPath, inside))
    await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${inside}`, container)
  }
  await buildah('commit', '--rm', container, name)
  return name
}

/** The bytes that a folder takes. */
export const bytesOf = async (path: string): Promise<number> =>
  Number((await run('du', '--summarize', '--block-size=1', path)).split('\t')[0])
