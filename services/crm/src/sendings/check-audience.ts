import { Refused } from '@lms/contract'
import type { SchoolRuntime } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { checkPeople } from '../people/present.ts'
import { type Audience, audienceRefusals } from './audience.ts'

/** Refuses people and segments whom the school does not have. */
export async function checkAudience(
  { user_ids, segment_ids }: Audience,
  ctx: { runtime: SchoolRuntime },
  stores: Pick<Stores, 'people' | 'segments'>,
): Promise<void> {
  const [unknown] = await Promise.all([
    stores.segments.unknown(segment_ids),
    checkPeople(user_ids, ctx, stores),
  ])
  if (unknown.length) throw new Refused(audienceRefusals.audience_unknown)
}
