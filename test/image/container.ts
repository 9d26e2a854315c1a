// Programs of an image, started as Compose has it: its files read-only, the user of the image without any capability, the
// program's own secrets at /run/secrets, and nothing but its environment. The network is this machine's.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Image } from './build.ts'

export interface Started {
  process: ChildProcess
  /** What it has printed. */
  output(): string
}

const script = `
set -e
root=$1 secrets=$2 files=$3 user=$4; shift 4
mount --bind "$root" "$root"
mount --bind -o ro "$secrets" "$root/run/secrets"
mount --bind "$files" "$root/var/lib/lms/files"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid "\${user%:*}" --regid "\${user#*:}" --clear-groups \
  --bounding-set=-all --inh-caps=-all --no-new-privs -- sh -c 'cd /app && exec "$@"' - "$@"
`

/** Where a program finds what is its own. */
export interface Folders {
  /** The folder of its secrets. */
  secrets: string
  /** The folder of the schools' files, which belongs to the image's user. */
  files: string
}

/** Starts a command of the image; it runs until it ends or is killed. */
export function start(
  image: Image,
  command: string[],
  env: Record<string, string>,
  folders: Folders,
): Started {
  mkdirSync(join(image.root, 'run/secrets'), { recursive: true })
  const { secrets, files } = folders
  const child = spawn(
    'unshare',
    [
      ...['--mount', '--propagation', 'private', 'sh', '-c', script, 'container'],
      ...[image.root, secrets, files, image.user, ...command],
    ],
    {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', ...image.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', data => {
      printed = (printed + data).slice(-1_000_000)
    })
  return { process: child, output: () => printed }
}

/** Runs a command of the image to its end and returns what it printed; throws that if it fails. */
export async function runToEnd(...parameters: Parameters<typeof start>): Promise<string> {
  const { process, output } = start(...parameters)
  const [code] = await once(process, 'close')
  if (code !== 0) throw new Error(`${parameters[1].join(' ')} ended with ${code}:\n${output()}`)
  return output()
}
