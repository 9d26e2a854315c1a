/** Milliseconds to wait for what an answer can do without. */
const patience = 1500

/** The answer, or null if it takes too long. */
export async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), patience)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
