// Small files of the data folder with secrets: readable only by their owner, and replaced atomically.
import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'

/** The JSON of a file, or null if there is no such file. Throws if it is not valid JSON. */
export async function readJson<T>(path: string): Promise<T | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : JSON.parse(text)
}

/** Writes JSON with mode 0600; a reader sees the old content or the new one, never a part. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}
