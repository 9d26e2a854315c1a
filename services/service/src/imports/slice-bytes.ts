// How much of a file is taken at once.
import { maxImportRows } from '@lms/users/contract'

/**
 * Rows of a slice. A dry run writes nothing but notes. Each new person of a run is an event that all services hear: many at
 * once would fill the processors, and everybody else would wait for them.
 */
export const rowsAtOnce = { dryRun: maxImportRows, run: 100 }
/** Bytes that are read for a slice at most; with their JSON around them they fit into a request. */
export const sliceBytes = 256 * 1024
/** Bytes that are read at least: less would hardly cost less. */
const leastBytes = 16 * 1024
/**
 * Bytes to read for the next slice: what its rows take if they are like those before, and half as many again. The whole
 * maximum was 90 times what a hundred short rows take, and each read of it goes through two processes as JSON.
 */
export function bytesOfSlice(
  { position, counts }: { position: number; counts: { rows: number } },
  most: number,
): number {
  if (counts.rows === 0) return sliceBytes
  const expected = Math.ceil((1.5 * most * position) / counts.rows)
  return Math.min(sliceBytes, Math.max(leastBytes, expected))
}
