// Where the video of a school's webinars takes place; PATCH /v1/settings changes it.
import { secret, settingsGroup, text } from '@lms/contract'
import { z } from 'zod'

const address = (example: string) =>
  text(500, 1).refine(isAddress, `must be an address like ${example}`).nullable().default(null)

function isAddress(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && ['https:', 'http:'].includes(url.protocol) && !url.username && !url.password
}

export const WebinarsSettings = z.object({
  bigbluebutton: settingsGroup({
    url: address('https://bbb.example/bigbluebutton/').describe(
      'The server of the school, as `bbb-conf --secret` shows it; null for none.',
    ),
    secret: secret(200, 'The shared secret of the server, which signs calls and callbacks.'),
  }).describe('The BigBlueButton server of the school.'),
  livekit: settingsGroup({
    url: address('https://livekit.example').describe('The server of the school; null for none.'),
    api_key: text(200, 1).nullable().default(null).describe('The name of the key.'),
    api_secret: secret(200, 'The secret of the key, which signs entries, calls and callbacks.'),
    page_url: address('https://meet.livekit.io/custom')
      .default('https://meet.livekit.io/custom')
      .describe(
        'The page on which participants see the video. It gets `liveKitUrl` and `token`, as that of LiveKit Meet does.',
      ),
    recordings_url: address('https://recordings.example/webinars').describe(
      'Where the files that the egress of the server stores are watched, each by its name; null for the places that the server names.',
    ),
  }).describe('The LiveKit server of the school.'),
})
export type WebinarsSettings = z.output<typeof WebinarsSettings>
