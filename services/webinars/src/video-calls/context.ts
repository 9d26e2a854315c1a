// What a service of video gets of a session and of its school.
import type { Outside, Setting, UnitOfWork, Work } from '@lms/service-host'
import { type AddressPolicy, createResolver, guardedFetch } from '@lms/service-host/outside'
import type { Stores } from '../builder.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import { webinarsSecrets } from '../settings/secrets.ts'
import type { VideoContext, VideoKeys, VideoRoom } from '../video/provider/provider.ts'

export const videoSettings: readonly Setting[] = [
  {
    name: 'LMS_VIDEO_ALLOW_PRIVATE',
    about: 'With 1 the services of video may have addresses of a private network, or of this machine.',
    example: '1',
  },
]

type Sealed = Pick<VideoKeys, 'settings'> & { sealed: ReadonlyMap<string, string> }
type Opened = Pick<Work['runtime'], 'vault' | 'clock'> & { school: string }

/** The settings of the school with its secrets, which are opened where they are needed. */
export async function sealedKeys(work: UnitOfWork, { settings }: Pick<Stores, 'settings'>): Promise<Sealed> {
  const [section, sealed] = await Promise.all([settings.get(), webinarsSecrets.read(work)])
  return { settings: section, sealed }
}

export const openKeys = ({ settings, sealed }: Sealed, { school, vault, clock }: Opened): VideoKeys => ({
  settings,
  secret: path => webinarsSecrets.open(sealed, path, { school, vault }),
  now: clock.now(),
})

const resolver = createResolver({})

/** The context of a call. */
export function contextOf(keys: Sealed, { school, runtime, signal }: Outside): VideoContext {
  const isOpen = runtime.config.settings.LMS_VIDEO_ALLOW_PRIVATE === '1'
  const policy: AddressPolicy = { allowHttp: isOpen, allowLoopback: isOpen, allowPrivate: isOpen }
  const opened = openKeys(keys, { school, vault: runtime.vault, clock: runtime.clock })
  return { ...opened, fetch: guardedFetch({ policy, resolver }), signal }
}

/** The room of a session. */
export async function roomOf(
  { id, webinar_id, join_url, recorded }: SessionRow,
  { webinars }: Pick<Stores, 'webinars'>,
): Promise<VideoRoom> {
  const { title } = await webinars.get(webinar_id)
  return { session_id: id, title, join_url, recorded }
}
