/**
 * A step that runs alone: requested while it runs, it runs once more after. It never rejects; failures go to `onError`,
 * and the next request tries again.
 */
export function oneAtATime(run: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  const loop = async () => {
    do {
      again = false
      await run().catch(onError)
    } while (again)
    running = null
  }
  return () => {
    again = true
    running ??= loop()
    return running
  }
}
