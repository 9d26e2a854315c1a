import { formatTime, Refused } from '@lms/contract'
import { type NewBlock, type RoomBlock, refusals } from './block.contract.ts'

/** Refuses a block whose fields do not fit its kind. */
export function refuseUnfit({ kind, offer_id, form_id, options, multiple }: NewBlock): void {
  const fits =
    (kind === 'sale') === (offer_id !== null) &&
    (kind === 'form') === (form_id !== null) &&
    (kind === 'poll' ? options.length >= 2 : options.length === 0 && !multiple)
  if (!fits) throw new Refused(refusals.block_invalid)
}

/** Refuses a change that would give answers another meaning. */
export function refuseOtherMeaning(
  before: Pick<RoomBlock, 'kind' | 'options' | 'multiple'>,
  next: Pick<RoomBlock, 'kind' | 'options' | 'multiple'>,
  answered: boolean,
): void {
  const same =
    before.multiple === next.multiple &&
    before.options.length === next.options.length &&
    before.options.every((each, index) => each === next.options[index])
  if (before.kind !== next.kind || (answered && !same)) throw new Refused(refusals.block_kept)
}

/** When a hidden block of a session that has begun is shown by itself; null if it is not. */
export function showsAt(
  { status, offset_seconds }: Pick<RoomBlock, 'status' | 'offset_seconds'>,
  { started_at }: { started_at: string | null },
): Date | null {
  if (status !== 'hidden' || offset_seconds === null || started_at === null) return null
  return new Date(Date.parse(started_at) + offset_seconds * 1000)
}

/** When a block that is shown is closed by itself; null for never. */
export const endsAt = ({
  status,
  shown_at,
  duration_seconds,
}: Pick<RoomBlock, 'status' | 'shown_at' | 'duration_seconds'>): string | null =>
  status === 'visible' && shown_at !== null && duration_seconds !== null
    ? formatTime(new Date(Date.parse(shown_at) + duration_seconds * 1000))
    : null

/** Since when a block is shown that gets this state. */
export const visibleAt = (
  before: Pick<RoomBlock, 'status' | 'shown_at'> | null,
  status: RoomBlock['status'],
  now: string,
): string | null => {
  if (status === 'hidden') return null
  return before && (before.status === status || status === 'closed') ? before.shown_at : now
}
