// Archives as installations of earlier versions have made them. `archives/open-school-archive-1.zip` is the demo school in
// format 1, with a webhook subscription and a secret of a setting, without openapi.json. It is never made anew: what reads it
// must read the archives that schools have.
import { readFileSync } from 'node:fs'

/** The school in it, and the time at which it was made. */
export interface StoredArchive {
  readonly school: string
  readonly madeAt: Date
  readonly bytes: Buffer
}

export function storedArchive(format: number): StoredArchive {
  const at = (name: string) => new URL(`./archives/open-school-archive-${format}.${name}`, import.meta.url)
  const { school_id, made_at } = JSON.parse(readFileSync(at('json'), 'utf8'))
  return { school: school_id, madeAt: new Date(made_at), bytes: readFileSync(at('zip')) }
}
