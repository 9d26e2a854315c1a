// The services of video by kind, and what their results have to look like to be believed.
import { isWebAddress } from '../links/web-address.ts'
import { bigbluebutton } from './bigbluebutton/bigbluebutton.ts'
import { link } from './link.ts'
import { livekit } from './livekit/livekit.ts'
import type { ProviderRecording, VideoKind, VideoProvider } from './provider/provider.ts'

export const videoProviders: Readonly<Record<VideoKind, VideoProvider>> = {
  link,
  bigbluebutton,
  livekit,
}

/** A recording as it is stored; null for one that has no address. */
export function plainRecording(recording: ProviderRecording | null): ProviderRecording | null {
  if (!recording || recording.url.length > 2000 || !isWebAddress(recording.url)) return null
  const { duration_seconds: seconds } = recording
  const isKnown = seconds !== null && Number.isInteger(seconds) && seconds >= 1 && seconds <= 604_800
  return { url: recording.url, duration_seconds: isKnown ? seconds : null }
}
