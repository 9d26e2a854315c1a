// The entries of a ZIP file, by a reader that did not write it.
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const open = promisify(yauzl.fromBuffer) as unknown as (bytes: Buffer, options: object) => Promise<any>
  const file = await open(bytes, { lazyEntries: true })
  const entries = new Map<string, Buffer>()
  return new Promise((resolve, reject) => {
    file.on('error', reject)
    file.on('end', () => resolve(entries))
    file.on('entry', (entry: { fileName: string }) => {
      file.openReadStream(entry, async (error: Error | null, stream: NodeJS.ReadableStream) => {
        if (error) return reject(error)
        entries.set(entry.fileName, await buffer(stream))
        file.readEntry()
      })
    })
    file.readEntry()
  })
}
