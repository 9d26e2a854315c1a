// Archives that somebody has changed.
import { createHash } from 'node:crypto'
import { emptyZip64, ZipWriter } from '../../services/service/src/formats/zip.ts'

export type Entries = Map<string, Buffer>
export type Manifest = Record<string, any> & { entries: { name: string; size: number; sha256: string }[] }

/** A ZIP file of these entries, in their order; names may come twice. */
export function zipped(entries: Iterable<readonly [string, Buffer]>): Buffer {
  const state = emptyZip64()
  const writer = new ZipWriter(state)
  for (const [name, bytes] of entries) writer.writeEntry(name, bytes as never)
  writer.close()
  return writer.take()
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The archive with some entries changed, and a manifest that says so, changed in turn. */
export function altered(
  entries: Entries,
  change: (entries: Entries) => void,
  ofManifest: (manifest: Manifest) => void = () => {},
): Buffer {
  const all = new Map(entries)
  const manifest = JSON.parse(all.get('manifest.json')!.toString()) as Manifest
  all.delete('manifest.json')
  change(all)
  manifest.entries = [...all].map(([name, bytes]) => ({ name, size: bytes.length, sha256: hashOf(bytes) }))
  ofManifest(manifest)
  return zipped([...all, ['manifest.json', Buffer.from(JSON.stringify(manifest))]])
}
