// Loaded into the measured service (`--expose-gc --import`): on request it collects garbage and tells its memory.
process.on('message', (message: unknown) => {
  if (message !== 'memory') return
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, heapUsed, external } satisfies Memory)
})

/** Bytes after a collection. */
export interface Memory {
  rss: number
  heapUsed: number
  external: number
}
