import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run, tail } from './programs.ts'

/** A release of nats-server, and the SHA-256 of its archive for each platform, named as in Node. */
export type Release = { version: string; base: string; sha256: Record<string, string> }

/**
 * The checksums are those of the release's SHA256SUMS; for Linux also those of the official container image's recipe.
 */
export const officialRelease: Release = {
  version: '2.12.8',
  base: 'https://github.com/nats-io/nats-server/releases/download',
  sha256: {
    'linux-x64': '6abc397684567e133649688a13564ad6de786d64e88253fbb4f6a3aa8c2fca63',
    'linux-arm64': '7d20e93c23924cdd5cb6ec51c92f9478c97f9c8a0dbe049dd7ab88af115d622c',
    'darwin-x64': '8880e133f45c6974468d351425db9a73ffe3b569850cad2bfbaa349d80939a7f',
    'darwin-arm64': '4556a7f617eb532587790344629a6a95261099b236524b764d1f10d6c14aba1a',
  },
}

/** Downloads the archive for this platform, checks it and unpacks it into `target`. Throws with the reason. */
export async function unpackRelease(release: Release, target: string, signal?: AbortSignal): Promise<void> {
  const platform = `${process.platform}-${process.arch}`
  const expected = release.sha256[platform]
  if (!expected) throw new Error(`no release is known for ${platform}`)
  const name = `nats-server-v${release.version}-${platform.replace('x64', 'amd64')}.tar.gz`
  const archive = await downloadBytes(`${release.base}/v${release.version}/${name}`, signal)
  const actual = createHash('sha256').update(archive).digest('hex')
  if (actual !== expected)
    throw new Error(`${name} has the SHA-256 ${actual} instead of ${expected}; not used`)
  const file = join(target, name)
  await writeFile(file, archive)
  const unpacked = await run('tar', ['-xzf', file, '-C', target, '--strip-components=1'], {
    timeoutMs: 60_000,
  })
  if (!unpacked.ok) throw new Error(tail(unpacked.output, 4))
  await rm(file)
}

async function downloadBytes(url: string, ending?: AbortSignal): Promise<Buffer> {
  try {
    const timeout = AbortSignal.timeout(120_000)
    const response = await fetch(url, { signal: ending ? AbortSignal.any([ending, timeout]) : timeout })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return Buffer.from(await response.arrayBuffer())
  } catch (error) {
    const { message, cause } = error as Error
    throw new Error(`${url}: ${cause instanceof Error ? cause.message : message}`, { cause: error })
  }
}
