// All that is measured of webhooks, one section after the other: on the service alone, and at last on the whole system.
import { commitSection } from './commit.ts'
import { endlessSection } from './endless.ts'
import { hungSection } from './hung.ts'
import { journalSection } from './journal.ts'
import { memorySection } from './memory.ts'
import { millionSection } from './million.ts'
import { orderedSection } from './ordered.ts'
import { rateSection } from './rate.ts'
import { startRig } from './rig.ts'

export interface WebhookOptions {
  rounds: number
  /** Deliveries over which memory is watched. */
  deliveries: number
  /** Folder for a CPU profile of the service. */
  profile?: string | undefined
  /** One section alone. */
  section?: string | undefined
}

export async function webhookSections({ rounds, deliveries, profile, section }: WebhookOptions) {
  const alone = {
    rate: rig => rateSection(rig, rounds, 4000),
    hung: rig => hungSection(rig, rounds),
    endless: rig => endlessSection(rig, rounds),
    ordered: rig => orderedSection(rig, rounds),
    memory: rig => memorySection(rig, deliveries),
    journal: rig => journalSection(rig, rounds),
    million: rig => millionSection(rig),
  } satisfies Record<string, (rig: Awaited<ReturnType<typeof startRig>>) => Promise<unknown>>
  const names = [...Object.keys(alone), 'commit']
  if (section && !names.includes(section))
    throw new Error(`There is no section webhooks/${section}; there are ${names.join(', ')}.`)
  const chosen = Object.entries(alone).filter(([name]) => !section || section === name)
  const results: Record<string, unknown> = {}
  if (chosen.length) {
    const rig = await startRig(profile)
    try {
      for (const [name, run] of chosen) results[name] = await run(rig)
    } finally {
      await rig.stop()
    }
  }
  if (!section || section === 'commit') results.commit = await commitSection(15)
  return results
}
