// Pure decisions about files: no clock, database or request.
import type { File, VariantName } from '../storage/file.object.ts'
import { variantSides } from '../storage/file.object.ts'

const hour = 3600_000
/** Hours that links to send or fetch bytes are valid; an upload that is not complete by then ends. */
export const linkHours = 24
/** Days that a rejected file says why. */
const rejectedDays = 30

export const linkEnds = (now: Date): Date => new Date(now.getTime() + linkHours * hour)

/** When links to send the bytes of this file expire. */
export const uploadEnds = ({ created_at }: Pick<File, 'created_at'>): Date => linkEnds(new Date(created_at))

/** When a file is forgotten that is not ready; null for one that stays. */
export function forgottenAt({ status, created_at, updated_at }: File): Date | null {
  if (status === 'uploading') return uploadEnds({ created_at })
  return status === 'rejected' ? new Date(Date.parse(updated_at) + rejectedDays * 24 * hour) : null
}

/** The name of a file's bytes in the storage. */
export const keyOf = ({ school_id, id }: { school_id: string; id: string }): string => `${school_id}/${id}`

/**
 * The variants of an image of this size, the smallest first: those that are smaller than itself, and the next one, which
 * has its own size. Otherwise pages would show an image of 600 pixels with 240. Beyond the largest one there is none.
 */
export function variantsOf({ width, height }: { width: number; height: number }): VariantName[] {
  const names = Object.keys(variantSides) as VariantName[]
  return names.filter((_, index) => index === 0 || variantSides[names[index - 1]!] < Math.max(width, height))
}
