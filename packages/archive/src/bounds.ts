// Bounds of archives.

/** What an archive may have at most: bytes, entries, and bytes of all entries as their headers tell them. */
export interface ArchiveBounds {
  readonly bytes: number
  readonly entries: number
  readonly unpackedBytes: number
  /** Bytes of its directory. */
  readonly directoryBytes: number
}

export const inGibibytes = (bytes: number) => `${bytes / 1024 ** 3} GiB`
